import { createServer } from "node:net";

// Below the range the kernel hands out for outgoing connections: a process that is killed and started again finds its
// port still free.
const lowest = 15_000;
const highest = 32_000;
const taken = new Set();

/** A loopback port that nobody listens on, and that this process has not handed out before. */
export async function freePort() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!taken.has(port) && (await isFree(port))) {
      taken.add(port);
      return port;
    }
  }
  throw new Error("no free port was found on 127.0.0.1");
}

/** The wanted port, or the first free one above it. */
export async function portFrom(wanted) {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isFree(port)) return port;
  return freePort();
}

export const isFree = (port, host = "127.0.0.1") =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
