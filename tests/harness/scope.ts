/** `npm run test:full` and `npm run test:crash`: also long properties, true volumes and long crashes. */
export const isFull = process.env["TEST_SCOPE"] === "full";

/** How many random cases a property checks: a quarter of them on commit. */
export const runs = (full: number): number => (isFull ? full : Math.ceil(full / 4));
