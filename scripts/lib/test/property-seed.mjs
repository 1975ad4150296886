// fast-check prints the seed of a failed property. TEST_SEED=<seed> repeats it.
if (process.env.TEST_SEED) {
  const { default: fc } = await import("fast-check");
  fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
}
