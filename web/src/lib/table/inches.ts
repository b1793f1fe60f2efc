/** A length in inches, as it is written. */
export const words = (inches: number) => `${Number.isInteger(inches) ? inches : inches.toFixed(1)}″`;

/** The same as it is read out. */
export const spoken = (inches: number) => `${Number.isInteger(inches) ? inches : inches.toFixed(1)} ${inches === 1 ? 'inch' : 'inches'}`;
