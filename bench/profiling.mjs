// CPU profiles of the processes that a benchmark starts. A profile costs time itself: the figures of such a run are not for comparison.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The settings with which a process writes its profile into a folder when it ends. Node 20 does not accept --cpu-prof in NODE_OPTIONS. */
export function createProfilingSettings(folder) {
  const preload = pathToFileURL(join(import.meta.dirname, "cpu-profile.mjs"));
  return { NODE_OPTIONS: `--import=${preload}`, BENCH_CPU_PROFILE_DIR: resolve(folder) };
}
