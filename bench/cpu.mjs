import { readFileSync } from "node:fs";

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
