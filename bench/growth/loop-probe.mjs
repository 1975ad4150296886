// Preloaded into each process of the mesh (NODE_OPTIONS): answers on a socket how long its event loop was held since the last question.
import { createServer } from "node:net";
import { join } from "node:path";

const [, name] = /([\w-]+)\/dist\/main\.js$/.exec(process.argv[1] ?? "") ?? [];
/** How often the loop is looked at; a delay is known to this many milliseconds. */
const intervalMs = 5;

if (name) {
  let longest = 0;
  let before = { at: performance.now(), cpu: process.cpuUsage() };
  const look = () => {
    const { user, system } = process.cpuUsage(before.cpu);
    const now = performance.now();
    // A process that waits for a core is late although its event loop is not held, so the CPU time that it used meanwhile is the upper bound.
    longest = Math.max(longest, Math.min(now - before.at, (user + system) / 1000));
    before = { at: now, cpu: process.cpuUsage() };
  };
  setInterval(look, intervalMs).unref();
  const server = createServer((socket) => {
    look();
    socket.end(JSON.stringify({ name, ms: longest }));
    longest = 0;
  });
  server.listen(join(process.env.LOOP_PROBE_DIR, `${name}-${process.pid}.sock`));
  server.unref();
}
