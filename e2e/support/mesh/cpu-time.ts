import { readFileSync } from "node:fs";
import type { OwnTestMesh } from "./test-mesh.js";

/**
 * The CPU time of these processes in milliseconds: on Linux that of their main threads, where all of our code runs, elsewhere that
 * of the whole processes, from their metrics.
 */
export async function readCpuMs({ mesh }: OwnTestMesh, names: ReadonlySet<string>): Promise<number> {
  const times = await Promise.all(
    [...names].map(async (name) => readMainThreadMs(mesh.processes[name]?.pid) ?? readProcessMs(mesh.adminUrls[name])),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

/** @see https://docs.kernel.org/scheduler/sched-stats.html */
function readMainThreadMs(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

async function readProcessMs(adminUrl: string | undefined): Promise<number> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
}
