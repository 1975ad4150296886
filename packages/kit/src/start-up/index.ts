import { setFlagsFromString } from "node:v8";

// The first import of every program, so that all other modules are loaded with these settings. Most of what is loaded stays, and most of its code runs
// once. With its defaults V8 would enlarge the young generation to 32 MB meanwhile, which an idle process keeps, and optimize functions that do not run
// again: a tenth of the CPU time of a start.
setFlagsFromString("--semi-space-growth-factor=1");
setFlagsFromString("--no-opt");

/** V8 works with its defaults from here on. */
export function endStartUp(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--opt");
}
