// Preloaded into a worker: writes a CPU profile of the whole process to PROFILE_DIR when it exits. Node 20 does not accept --cpu-prof
// in NODE_OPTIONS.
import { mkdirSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { join } from "node:path";

const folder = process.env.PROFILE_DIR;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: 500 });
session.post("Profiler.start");

process.on("exit", () => {
  session.post("Profiler.stop", (error, answer) => {
    if (error) return;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `worker-${process.pid}.cpuprofile`), JSON.stringify(answer.profile));
  });
});
