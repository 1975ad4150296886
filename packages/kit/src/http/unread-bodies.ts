import type { Server } from "node:http";
import { Socket } from "node:net";

/** How much is read and dropped after the last answer of a connection, how long, and how long the client may pause: some send slowly. */
const droppedBytesMax = 16 * 1024 * 1024;
const droppedMs = 30_000;
const pauseMs = 2000;

/**
 * Lets the last answer of a connection reach clients that write a whole body before they read, such as Python's `http.client`. Node closes the
 * connection at once, and the kernel resets one with unread bytes: the client then fails while it writes.
 * @see https://nodejs.org/api/net.html#socketdestroysoon, which Node calls after the last answer
 */
export function readBeforeClosing(server: Server): void {
  server.on("request", (request) => {
    const { socket } = request;
    // A connection in memory is never reset.
    if (!(socket instanceof Socket)) return;
    socket.destroySoon = () => {
      if (request.complete) return Socket.prototype.destroySoon.call(socket);
      // The parser stops to read when nobody takes the body, and only it begins again: before the next turn of the event loop.
      request.resume();
      setImmediate(() => endAndDrop(socket));
    };
  });
}

/** Sends the last bytes of a connection. What still arrives is dropped, until the client closes it or has sent too much or for too long. */
export function endAndDrop(socket: Socket, lastBytes: string = ""): void {
  socket.end(lastBytes);
  // Without the parser, which would begin further requests.
  socket.removeAllListeners("data");
  const timers = [pauseMs, droppedMs].map((ms) => setTimeout(() => socket.destroy(), ms));
  let droppedBytes = 0;
  socket.on("data", ({ length }) => {
    timers[0]?.refresh();
    droppedBytes += length;
    if (droppedBytes > droppedBytesMax) socket.destroy();
  });
  socket.once("close", () => timers.forEach(clearTimeout));
  // Paused when nobody took the body fast enough. A request that was passed on cannot resume it: `undici` takes its socket away. To the stream a
  // read is still under way, so `resume` alone does not begin to read.
  socket.resume();
  socket._read(0);
}
