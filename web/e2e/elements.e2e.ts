import { it } from 'vitest';
import { learns } from './games';

it('the learning game of elements is played to its end by clicks, with a hint for what is asked', () => learns('elements', 'first-elements', ['attacker', 'defender'], /Pick who fires and at whom/), 600_000);
