import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// What the database did during a round, from its own counters.

/** @returns {Promise<Record<string, number>>} commands by name, and documents that were read and written, since mongod started */
export async function readDatabaseWork(client) {
  const { metrics } = await client.db("admin").command({ serverStatus: 1 });
  const commands = Object.entries(metrics.commands)
    .filter(([name, counts]) => counted.has(name) && counts.total !== undefined)
    .map(([name, { total }]) => [name, Number(total)]);
  const { returned, inserted, updated } = metrics.document;
  const documents = { read: Number(returned), written: Number(inserted) + Number(updated) };
  return { ...Object.fromEntries(commands), ...documents };
}

const counted = new Set(
  "find getMore aggregate insert update delete bulkWrite findAndModify count commitTransaction abortTransaction".split(
    " ",
  ),
);

/** Per call: what was more than nothing, rounded to hundredths. */
export function subtractWork(after, before, calls) {
  const perCall = Object.entries(after).map(([name, value]) => [name, (value - (before[name] ?? 0)) / calls]);
  return Object.fromEntries(perCall.filter(([, value]) => value >= 0.005));
}

const ticksPerSecond = 100;

/** CPU seconds that a process has used so far, user and system. Linux only; elsewhere undefined. */
export function readCpuSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in brackets and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}

/** @returns seconds by name, of the processes of `pids` that exist and can be read */
export function readCpuOfEach(pids) {
  const used = Object.entries(pids).map(([name, pid]) => [name, readCpuSeconds(pid)]);
  return Object.fromEntries(used.filter(([, seconds]) => seconds !== undefined));
}

/** @returns microseconds per call, by the name of the process */
export function subtractCpu(after, before, calls) {
  return Object.fromEntries(
    Object.entries(after).map(([name, used]) => [name, ((used - (before[name] ?? used)) / calls) * 1e6]),
  );
}

// CPU profiles of the processes that a benchmark starts. A profile costs time itself: the figures of such a run are not for comparison.

/** The settings with which a process writes its profile into a folder when it ends. Node 20 does not accept --cpu-prof in NODE_OPTIONS. */
export function createProfilingSettings(folder) {
  const preload = pathToFileURL(join(import.meta.dirname, "cpu-profile.mjs"));
  return { NODE_OPTIONS: `--import=${preload}`, BENCH_CPU_PROFILE_DIR: resolve(folder) };
}

/** MB of all processes. Pages that they share, such as the program of Node, count once: the proportional set size. Linux only. */
export function readMemory(pids) {
  const kilobytes = pids.map((pid) => {
    const [, size] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(size);
  });
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** MB of a process at its highest so far: its resident size. Linux only; elsewhere, and after its end, undefined. */
export function readPeakMemory(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
