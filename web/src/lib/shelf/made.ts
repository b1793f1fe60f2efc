import type { ScenarioCard } from '../api/kernel';

/** Is it a battle that chance makes, of the options that are set? The book lists one of very many. */
export const isMade = (card: ScenarioCard) => card.options.includes('seed');

/** What a scenario is called in a list. */
export const listedAs = (card: ScenarioCard) => (isMade(card) ? `A battle made by ${card.options.join(' and ')}` : card.title);
