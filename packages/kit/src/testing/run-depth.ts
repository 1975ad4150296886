/**
 * True in `npm run test:long` and `npm run test:nightly`. Tests with many records or with every point of a process take all of them there,
 * and some of them in `npm test`.
 * vitest.config.ts finds the files that use it, or a function of this file: both runs execute them.
 */
export const isLongRun = ["long", "nightly"].includes(process.env["TEST_RUN"] ?? "");

/** `const longTest = inLongRun(test)` makes tests that `npm test` leaves out: they wait for long, and few changes can break their promise. */
export function inLongRun<Test extends (...given: never[]) => unknown>(test: Test): Test {
  return isLongRun ? test : ((() => undefined) as unknown as Test);
}

/** How often a property is checked that takes milliseconds each time: all `runs` in the long run, a quarter of them in `npm test`. */
export const propertyRuns = (runs: number): number => (isLongRun ? runs : Math.ceil(runs / 4));
