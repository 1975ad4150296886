// Preloaded into each process of the mesh (NODE_OPTIONS): answers on a socket how long its event loop was held since the last question.
import { createServer } from "node:net";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";

const [, name] = /([\w-]+)\/dist\/main\.js$/.exec(process.argv[1] ?? "") ?? [];
if (name) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let cpu = process.cpuUsage();
  const server = createServer((socket) => {
    const { user, system } = process.cpuUsage(cpu);
    socket.end(JSON.stringify({ name, delayMs: delay.max / 1e6, cpuMs: (user + system) / 1000 }));
    delay.reset();
    cpu = process.cpuUsage();
  });
  server.listen(join(process.env.LOOP_PROBE_DIR, `${name}-${process.pid}.sock`));
  server.unref();
}
