/**
 * True in `npm run test:long`. Tests with many records or with every point of a process take all of them there, and some of them in `npm test`.
 * Their files are in `inBothRuns` of vitest.config.ts.
 */
export const isLongRun = process.env["TEST_RUN"] === "long";

/** How often a property is checked that takes milliseconds each time: all `runs` in the long run, a quarter of them in `npm test`. */
export const propertyRuns = (runs: number): number => (isLongRun ? runs : Math.ceil(runs / 4));
