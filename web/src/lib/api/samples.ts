// Written by `make types` from values of the program. Do not edit.
import type { Field, Report } from './report';

export const report = {
  "kind": "exact",
  "policies": [],
  "outcomes": [
    {
      "outcome": "missed",
      "rank": 0,
      "odds": "2/3",
      "p": 0.666667
    },
    {
      "outcome": "hit",
      "rank": 1,
      "odds": "1/3",
      "p": 0.333333
    }
  ],
  "measures": []
} satisfies Report;

export const fields = [
  {
    "name": "cover",
    "help": "Is the target in cover?",
    "rule": null,
    "default": false,
    "kind": "flag"
  },
  {
    "name": "range",
    "help": "How far it is.",
    "rule": "27:gun",
    "default": 0,
    "kind": "number",
    "min": 1,
    "max": 6
  },
  {
    "name": "with",
    "help": "What shoots.",
    "rule": null,
    "default": "rifles",
    "kind": "choice",
    "choices": [
      {
        "name": "rifles",
        "help": "Rifles."
      },
      {
        "name": "gun",
        "help": "A gun."
      }
    ]
  },
  {
    "name": "targets",
    "help": "What is shot at.",
    "rule": null,
    "default": [],
    "kind": "list",
    "min": 1,
    "max": 3,
    "items": [
      {
        "name": "lost",
        "help": "Bases it has lost.",
        "rule": null,
        "default": 0,
        "kind": "number",
        "min": 0,
        "max": 3
      }
    ]
  }
] satisfies Field[];
