// Written by `make types` from the program's own types. Do not edit.
import type { OnDesk, Report } from './report';

/**
 * The role that rolls or decides: 'attacker', 'target', 'British'.
 */
export type Seat = string;

/**
 * A citation: the sheet's own section or a ruling, and behind a colon the statement in it.
 *
 * `Rule("6.0:cavalry-target")` is shown as `6.0` and leads to the anchor `6.0:cavalry-target` on the book's
 * rulebook page; `Rule("R7")` is a ruling. A numbered step of a section that has a name, `Rule("Turn order:2a")`, is
 * shown with its number, `Turn order 2A`: the name alone would not say which step is meant.
 */
export type Rule = string;

/**
 * What a table looks like to some eyes.
 */
export type Scene = { 
/**
 * What is being played.
 */
title: string, 
/**
 * Width and height in table units.
 */
size: [number, number], 
/**
 * Does it lie on a board of squares? Then the size of one, in table units.
 */
square?: number, 
/**
 * The ground, from the bottom up.
 */
ground: Array<Area>, 
/**
 * Roads, streams, wire: what runs over the ground, and over that what lies there for a while.
 */
features: Array<Feature>, 
/**
 * Named places that can be picked and spoken of.
 */
places: Array<Place>, 
/**
 * The pieces.
 */
pieces: Array<Counter>, 
/**
 * What stands beside the table: turn, phase, countdown, points, each with its rule.
 */
panel: Array<PanelLine>, };

/**
 * What never changes on a table, and what everybody sees: it is sent once and known by its digest.
 */
export type Ground = { 
/**
 * What is being played.
 */
title: string, 
/**
 * Width and height in table units.
 */
size: [number, number], 
/**
 * Does it lie on a board of squares? Then the size of one, in table units.
 */
square?: number, 
/**
 * Pieces of ground, from the bottom up.
 */
areas: Array<Area>, 
/**
 * Roads, streams, wire: what runs over the ground.
 */
features: Array<Feature>, 
/**
 * Named places that can be picked and spoken of.
 */
sites: Array<Site>, };

/**
 * A named place, as far as it never changes.
 */
export type Site = { 
/**
 * Its handle.
 */
id: number, 
/**
 * What it is called: 'C4'.
 */
name: string, 
/**
 * What is always there, in words, for those who hear the table read out.
 */
about: string, 
/**
 * Where.
 */
shape: Shape, };

/**
 * All that may change on a table. Places and pieces stand in the order of their handles.
 */
export type Position = { 
/**
 * What lies in places; those are left out of which there is nothing to say.
 */
places: Array<AtPlace>, 
/**
 * What runs over the ground for a while, or changes hands: barrages, smoke, trenches.
 */
overlays: Array<Feature>, 
/**
 * The pieces.
 */
pieces: Array<Counter>, 
/**
 * What stands beside the table: turn, phase, countdown, points, each with its rule.
 */
panel: Array<PanelLine>, };

/**
 * What lies in a place.
 */
export type AtPlace = { 
/**
 * The place.
 */
id: number, 
/**
 * What is there now, in words.
 */
about: string, 
/**
 * Markers that lie there.
 */
marks: Array<Mark>, };

/**
 * What is different in a later position. What is empty is left out.
 */
export type Changes = { 
/**
 * Pieces that are new or otherwise, whole.
 */
pieces?: Array<Counter>, 
/**
 * Pieces that are gone.
 */
pieces_gone?: Array<number>, 
/**
 * Places of which there is something new to say.
 */
places?: Array<AtPlace>, 
/**
 * Places of which there is nothing more to say.
 */
places_gone?: Array<number>, 
/**
 * What runs over the ground for a while.
 */
overlays?: Splice<Feature>, 
/**
 * What stands beside the table.
 */
panel?: Splice<PanelLine>, };

/**
 * One stretch of a list put in the place of another.
 */
export type Splice<T> = { 
/**
 * Where it begins.
 */
at: number, 
/**
 * How many are gone from there.
 */
gone: number, 
/**
 * What comes there.
 */
put: Array<T>, };

/**
 * A line of the panel beside the table.
 */
export type PanelLine = { 
/**
 * What it is: 'countdown'.
 */
label: string, 
/**
 * What it stands at.
 */
value: string, 
/**
 * The rule.
 */
rule?: Rule, };

/**
 * A shape in table units.
 */
export type Shape = { "rect": [number, number, number, number] } | { "circle": [[number, number], number] } | { "polygon": Array<[number, number]> } | { "line": Array<[number, number]> };

/**
 * A piece of ground.
 */
export type Area = { 
/**
 * What it is.
 */
role: string, 
/**
 * Where.
 */
shape: Shape, 
/**
 * What it is called.
 */
name: string, };

/**
 * Something that runs over the ground, or an overlay: a road, a trench line, a barrage.
 */
export type Feature = { 
/**
 * What it is.
 */
role: string, 
/**
 * Where.
 */
shape: Shape, 
/**
 * Whose it is, where it is somebody's.
 */
seat?: Seat, 
/**
 * What it is called.
 */
name: string, };

/**
 * A named place.
 */
export type Place = { 
/**
 * Its handle.
 */
id: number, 
/**
 * What it is called: 'C4'.
 */
name: string, 
/**
 * What is there, in words, for those who hear the table read out.
 */
about: string, 
/**
 * Where.
 */
shape: Shape, 
/**
 * Markers that lie there.
 */
marks: Array<Mark>, };

/**
 * A piece.
 */
export type Counter = { 
/**
 * Its handle.
 */
id: number, 
/**
 * What it is called: '2nd Royal Sussex'.
 */
name: string, 
/**
 * What it is, in words: 'professional infantry, 3 of 4 bases'.
 */
about: string, 
/**
 * Whose it is.
 */
seat?: Seat, 
/**
 * The army, for its colours: 'british', 'german', 'french'.
 */
army: string, 
/**
 * The number of the formation that it belongs to, where formations are told apart by a band of colour: its corps.
 */
formation?: number, 
/**
 * The symbol on it.
 */
symbol: Symbol, 
/**
 * Its middle.
 */
at: [number, number], 
/**
 * The place it stands in, where places hold pieces.
 */
place?: number, 
/**
 * Width and height of the counter, base or footprint.
 */
size: [number, number], 
/**
 * The base that it is, to be drawn as it stands on a measured table; a counter otherwise.
 */
base?: Base, 
/**
 * Its arc of fire, shown when it is chosen.
 */
arc?: FireArc, 
/**
 * Where it faces, in degrees clockwise from the top of the table.
 */
facing?: number, 
/**
 * What is left of it.
 */
strength?: Strength, 
/**
 * Markers on it.
 */
marks: Array<Mark>, 
/**
 * Has it done what it can do this turn?
 */
spent: boolean, };

/**
 * The outline of a base.
 */
export type Base = "rectangle" | "circle" | { "figures": { 
/**
 * Men in the ranks.
 */
men: Array<[number, number]>, 
/**
 * Those who lead them, drawn so that they stand out.
 */
leaders: Array<[number, number]>, } };

/**
 * An arc of fire, from the middle of a piece around its facing.
 */
export type FireArc = { 
/**
 * Degrees to each side; 180 is all round.
 */
each_side: number, 
/**
 * How far it reaches, in table units.
 */
range: number, };

/**
 * How much is left of a piece.
 */
export type Strength = { 
/**
 * Now.
 */
now: number, 
/**
 * At first.
 */
full: number, };

/**
 * A marker, and how many of it.
 */
export type Mark = { 
/**
 * What it is.
 */
role: string, 
/**
 * How many.
 */
count: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * The rule.
 */
rule?: Rule, };

/**
 * The symbol on a counter, as military maps have them.
 */
export type Symbol = "infantry" | "cavalry" | "artillery" | "mortar" | "machine-gun" | "tank" | "armoured-car" | "headquarters" | "aircraft" | "leader" | "hidden";

/**
 * One thing picked.
 */
export type Pick = { "option": string } | { "piece": number } | { "place": number } | { "point": { 
/**
 * To the right.
 */
x: number, 
/**
 * Down.
 */
y: number, } } | { "facing": number } | { "several": Array<number> } | { "share": Array<number> };

/**
 * Something that can be picked.
 */
export type Offer = { 
/**
 * The pick it stands for; in a [`Offers::Several`] or [`Offers::Share`] only what it is about.
 */
pick: Pick, 
/**
 * What it is called.
 */
label: string, 
/**
 * The rule that allows it, where one is worth naming.
 */
rule?: Rule, 
/**
 * The most that a share can give it.
 */
most?: number, 
/**
 * The way to it, in table units, where it is somewhere to go.
 */
way?: Array<[number, number]>, 
/**
 * What it costs and what it risks, in a few words.
 */
note?: string, 
/**
 * The same in so few signs that it can be written on the table: '2', '67 %'.
 */
tag?: string, 
/**
 * Its turn, where play goes through things in an order: who picks it passes over all that have a lower one. Those
 * that have the same turn do not pass one another over.
 */
turn?: number, };

/**
 * What can be picked next.
 */
export type Offers = "nothing" | { "one-of": Array<Offer> } | { "several": { 
/**
 * The things.
 */
of: Array<Offer>, 
/**
 * How many at least.
 */
least: number, 
/**
 * How many at most.
 */
most: number, 
/**
 * Those that are usual, by their place in the list: a client shows them as picked.
 */
usual: Array<number>, } } | { "share": { 
/**
 * How many there are to share out.
 */
total: number, 
/**
 * Among which.
 */
of: Array<Offer>, 
/**
 * The usual share: a client shows it as picked.
 */
usual: Array<number>, } } | { "point": { 
/**
 * The region.
 */
region: Region, 
/**
 * What can be picked instead.
 */
or: Array<Offer>, } } | { "facing": { 
/**
 * The facings, in degrees.
 */
of: Array<number>, 
/**
 * What can be picked instead.
 */
or: Array<Offer>, } };

/**
 * Points that can be reached, on a lattice.
 */
export type Region = { 
/**
 * Where it is reached from.
 */
from: [number, number], 
/**
 * The distance between neighbours, in hundredths of an inch.
 */
step: number, 
/**
 * The points, each with what it costs to get there.
 */
points: Array<[number, number, number]>, };

/**
 * What an order would do.
 */
export type Preview = { 
/**
 * What it means, in sentences.
 */
notes: Array<Said>, 
/**
 * The way it takes, in table units.
 */
path: Array<[number, number]>, 
/**
 * What it would lay on the table, or show there: a template, a line of sight, the base where it comes to stand.
 */
overlays?: Array<Feature>, 
/**
 * The tests it calls for, with their odds.
 */
tests: Array<Test>, 
/**
 * What giving the order is called, on the button that gives it: 'Assault with both'.
 */
verb?: string, };

/**
 * What a piece can see, and who can see it.
 */
export type Survey = { 
/**
 * The pieces of others that it can see.
 */
sees: Array<number>, 
/**
 * The pieces of others that can see it.
 */
seen_by: Array<number>, 
/**
 * What is to be said of it: what hides it, what lies in the way.
 */
notes: Array<Said>, 
/**
 * What is shown of it on the table: lines of sight, and where one ends that is blocked.
 */
overlays: Array<Feature>, };

/**
 * A part of what is on the table that can be shown by itself: whom the guns of a side reach, a corps and its units.
 */
export type Layer = { 
/**
 * What it is called.
 */
name: string, 
/**
 * What is to be said of it.
 */
notes: Array<Said>, 
/**
 * What is laid over the table.
 */
overlays: Array<Feature>, 
/**
 * The pieces that it is about.
 */
pieces: Array<number>, };

/**
 * A roll that an order calls for.
 */
export type Test = { 
/**
 * What is rolled for.
 */
label: string, 
/**
 * Its odds.
 */
odds: Report, };

/**
 * An event in a sentence.
 */
export type Said = { 
/**
 * The sentence.
 */
text: string, 
/**
 * The rule, where one is behind it.
 */
rule?: Rule, 
/**
 * The pieces it speaks of.
 */
pieces: Array<number>, 
/**
 * The places it speaks of.
 */
places: Array<number>, };

/**
 * What a scenario is called and what it is about.
 */
export type ScenarioCard = { 
/**
 * Its name on the command line.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it is about, in a few sentences.
 */
notes: string, 
/**
 * How long a game takes, in minutes.
 */
minutes: number, 
/**
 * The sides: each seat and who sits there.
 */
sides: Array<[Seat, string]>, 
/**
 * What the player of each seat should know before he begins; of seats that are told something.
 */
briefings: Array<[Seat, string]>, 
/**
 * The options that mean something in it.
 */
options: Array<string>, 
/**
 * Is it meant for a first game?
 */
learning: boolean, };

/**
 * What a book's armies can be bought from.
 */
export type Market = { 
/**
 * The rule behind it.
 */
rule: Rule, 
/**
 * The least and the most points of a budget.
 */
points: [number, number], 
/**
 * The lists: what a nation had in a year.
 */
lists: Array<PriceList>, };

/**
 * A list that an army is bought from.
 */
export type PriceList = { 
/**
 * Its name in files: 'british-1914'.
 */
name: string, 
/**
 * What it is called: 'British, 1914'.
 */
title: string, 
/**
 * What is on it.
 */
goods: Array<Goods>, };

/**
 * Things of a list that stand together: units, assets, command.
 */
export type Goods = { 
/**
 * What they are: 'units'.
 */
title: string, 
/**
 * Has an army exactly one of them? Then the first is taken where none is named.
 */
one: boolean, 
/**
 * Those that differ in one respect only stand in a row.
 */
rows: Array<GoodsRow>, };

/**
 * Things that differ in one respect only, such as infantry of three qualities.
 */
export type GoodsRow = { 
/**
 * What they have in common: 'infantry'. Empty where the title of the goods says it.
 */
title: string, 
/**
 * The things.
 */
items: Array<Item>, };

/**
 * A thing that can be bought.
 */
export type Item = { 
/**
 * Its name in a purchase: 'infantry.regular'.
 */
name: string, 
/**
 * What tells it from the others of its row: 'regular'.
 */
title: string, 
/**
 * What one costs.
 */
points: number, 
/**
 * How many an army can have.
 */
most: number, };

/**
 * An army that a player buys.
 */
export type Purchase = { 
/**
 * The list, by its name.
 */
list: string, 
/**
 * The budget.
 */
points: number, 
/**
 * How many of each thing. Where it is empty the army is bought as the seed has it.
 */
items: { [key in string]: number }, 
/**
 * The seed of an army that chance buys.
 */
seed: number, };

/**
 * How a game ended.
 */
export type GameResult = { 
/**
 * Who won; nobody in a draw.
 */
winner: Seat | null, 
/**
 * The points of each seat as they are written, '77½', where the book counts them.
 */
points: Array<[Seat, string]>, 
/**
 * Why, in a sentence.
 */
because: string, 
/**
 * The rule that ended it.
 */
rule: Rule, };

/**
 * An entry as some eyes see it.
 */
export type EntryView = { 
/**
 * Its number among those that these eyes see.
 */
number: number, 
/**
 * Who acted, where a seat did.
 */
seat: Seat | null, 
/**
 * What was done: 'setup', 'orders', 'undo', 'resign', 'abandon', 'release'.
 */
what: string, 
/**
 * For an undo: the entry that play went back to.
 */
back_to?: number, 
/**
 * What happened.
 */
lines: Array<LineView>, };

/**
 * One thing that happened, as it is shown.
 */
export type LineView = { "said": Said } | { "roll": { 
/**
 * Why it came out so.
 */
because: Explained, 
/**
 * How lucky each throw was.
 */
luck: Array<Luck>, } };

/**
 * A throw against what could be expected of it.
 */
export type Luck = { 
/**
 * Whose roll it was.
 */
who: Seat, 
/**
 * What for.
 */
what: string, 
/**
 * What was read.
 */
reading: number, 
/**
 * What it is on average.
 */
mean: number, 
/**
 * Its standard deviation.
 */
spread: number, 
/**
 * Is high good for him? Nothing where neither end is better.
 */
better: Better, };

/**
 * An order that was considered, and what is thought of it.
 */
export type Advice = { 
/**
 * What it is, in words.
 */
words: string, 
/**
 * The order, as it is given.
 */
order: unknown, 
/**
 * How many games were played out with it in thought.
 */
games: number, 
/**
 * The mean chance to win of where they led.
 */
win: number, 
/**
 * By how many points the seat leads where they led, on average.
 */
lead: number, };

/**
 * How a game went.
 */
export type Analysis = { 
/**
 * The seats, the first of which the chances are for.
 */
seats: Array<string>, 
/**
 * The chance of the first seat before the first order that these rules played.
 */
start: number, 
/**
 * Every order of the game that was not taken back.
 */
steps: Array<Step>, 
/**
 * What the dice brought to each seat in all, as chance to win; what one has more, the other has less.
 */
luck: Array<number>, 
/**
 * What the orders of each seat missed in all, against the best ones that were found.
 */
missed: Array<number>, 
/**
 * The entries that turned the game most, the first of them first.
 */
turning_points: Array<number>, };

/**
 * An order of a game.
 */
export type Step = { 
/**
 * Its entry.
 */
entry: number, 
/**
 * Who gave it.
 */
seat: string, 
/**
 * The chance of the first seat after it.
 */
chance: number, 
/**
 * What the dice did to the first seat's chance; nothing where none were thrown.
 */
dice?: number, 
/**
 * What the decision did to the first seat's chance.
 */
decision: number, 
/**
 * What it missed, for the seat that gave it, against the best order that was found.
 */
missed: number, 
/**
 * That order in words, where much was missed.
 */
better?: string, };

/**
 * What an explanation says.
 */
export type Explained = { 
/**
 * The rule of the step.
 */
rule: Rule, 
/**
 * What the step is called.
 */
title: string, 
/**
 * The dice thrown.
 */
throws: Array<Throw>, 
/**
 * What was added up.
 */
tallies: Array<Tally>, 
/**
 * The chart's cell that was read.
 */
cell?: Cell, 
/**
 * The result in words.
 */
result: string, 
/**
 * The procedure of the charts desk that it belongs to and the situation it was thrown in, where a game says so.
 */
desk?: OnDesk, };

/**
 * Dice that have been thrown and read.
 */
export type Throw = { 
/**
 * How they were read.
 */
law: string, 
/**
 * What the law read: the face, the sum, the hits, the band, the packed classes, the winner.
 */
reading: number, 
/**
 * The faces as they fell. Empty in the walker, which never throws single dice.
 */
faces: Array<number>, 
/**
 * The reason, as a player would say it: 'bombardment', 'saves of the reserve'.
 */
what: string, 
/**
 * Whose roll it is.
 */
who: Seat, 
/**
 * Which end of the reading he hopes for.
 */
better: Better, };

/**
 * Why dice are thrown, for whom, and which end is better for him.
 */
export type Why = { 
/**
 * The reason, as a player would say it: 'bombardment', 'saves of the reserve'.
 */
what: string, 
/**
 * Whose roll it is.
 */
who: Seat, 
/**
 * Which end of the reading he hopes for.
 */
better: Better, };

/**
 * Which end of a reading is better for the one who rolls.
 */
export type Better = "high" | "low" | "neither";

/**
 * A sum whose every line is shown: the total is nothing but the sum of its lines.
 */
export type Tally = { name: string, lines: Array<Line>, total: number, };

/**
 * One line of a tally.
 */
export type Line = { 
/**
 * The rule that says so.
 */
rule: Rule, 
/**
 * In words.
 */
what: string, 
/**
 * How often it was counted.
 */
times: number, 
/**
 * What it changed.
 */
change: number, 
/**
 * The cell of a chart that its number was read from, where it was.
 */
cell?: Cell, };

/**
 * The place of a cell in its printed chart.
 */
export type Cell = { 
/**
 * The chart's name.
 */
chart: string, 
/**
 * The printed row, counted from 0.
 */
row: number, 
/**
 * The printed column, counted from 0.
 */
column: number, };

/**
 * A decision and the policy that took it.
 */
export type Policy = { 
/**
 * Who decides.
 */
seat: Seat, 
/**
 * What.
 */
decision: string, 
/**
 * The rule that gives him the decision.
 */
rule: Rule, 
/**
 * How.
 */
policy: string, };
