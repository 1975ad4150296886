// How long a call holds the event loops of the mesh, asked from the probe in each process (loop-probe.mjs).
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** The settings of the processes that are measured. */
export function createProbeSettings(folder) {
  const probe = pathToFileURL(join(import.meta.dirname, "loop-probe.mjs"));
  return { NODE_OPTIONS: `--import ${probe}`, LOOP_PROBE_DIR: folder };
}

/** @returns `reset`, and `readWorst` for the loop that was held longest since then */
export async function openProbes(folder) {
  const sockets = (await readdir(folder)).filter((name) => name.endsWith(".sock"));
  if (sockets.length === 0) throw new Error(`no process of the mesh has a probe in ${folder}`);
  const readAll = () => Promise.all(sockets.map(async (name) => JSON.parse(await text(connect(join(folder, name))))));
  return {
    reset: readAll,
    async readWorst() {
      return (await readAll()).toSorted((one, other) => other.ms - one.ms)[0];
    },
  };
}
