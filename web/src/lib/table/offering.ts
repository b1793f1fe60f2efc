import { offeredOnTable, thingsIn, type Offered } from '../scene/offered';
import type { Deciding } from './deciding.svelte';

/** All that can be touched on the table now: what is asked for, what words lead to, and who else could be picked. */
export function offering(deciding: Deciding): Offered {
  const { form, ahead, offers } = deciding;
  const more = form.sections.length ? form.things.map(({ offer }) => offer) : ahead.things.map(({ offer }) => offer);
  const now = offeredOnTable(form.sections.length ? null : offers, more);
  const [first] = deciding.picks;
  // Who sends a whole group somewhere and touches a piece means the place that it lies on.
  const sent = first && 'option' in first && now.places.size > 0;
  const others = thingsIn(sent ? [] : deciding.others);
  return {
    ...now,
    region: now.region ?? ahead.ground?.region ?? null,
    others: { pieces: without(others.pieces, now.pieces), places: without(others.places, now.places) },
    passed: thingsIn(deciding.passes),
  };
}

const without = (all: Set<number>, some: Set<number>) => new Set([...all].filter((one) => !some.has(one)));
