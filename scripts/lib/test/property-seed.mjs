// fast-check prints the seed of a failed property. TEST_SEED=<seed> repeats it.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
