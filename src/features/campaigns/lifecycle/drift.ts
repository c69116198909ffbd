/** How far the audience may have changed since it was counted. */
const maxDrift = 0.05;

export const hasDrifted = (expected: number, actual: number): boolean =>
  Math.abs(actual - expected) > expected * maxDrift;
