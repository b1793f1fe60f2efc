/** Hundredths of an inch as inches, rounded up to a tenth: what is measured or paid for is never told as less than it is. */
export const rounded = (hundredths: number) => Math.ceil(hundredths / 10 - 1e-6) / 10;

/** A length in inches, as it is written. */
export const words = (inches: number) => `${Number.isInteger(inches) ? inches : inches.toFixed(1)}″`;

/** The same as it is read out. */
export const spoken = (inches: number) => `${Number.isInteger(inches) ? inches : inches.toFixed(1)} ${inches === 1 ? 'inch' : 'inches'}`;
