// Loaded into a process by `createProfilingSettings`: writes a CPU profile when the process ends.
import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { basename, dirname, join } from "node:path";

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: 500 });
session.post("Profiler.start");
process.once("exit", () => {
  const directory = process.env.BENCH_CPU_PROFILE_DIR;
  // The session is in this thread, so it answers before `post` returns.
  session.post("Profiler.stop", (error, result) => {
    if (error) return;
    mkdirSync(directory, { recursive: true });
    const name = basename(dirname(dirname(process.argv[1])));
    writeFileSync(join(directory, `${name}-${process.pid}.cpuprofile`), JSON.stringify(result.profile));
  });
});
