import { readFileSync } from "node:fs";

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
