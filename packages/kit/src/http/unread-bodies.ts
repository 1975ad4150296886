import type { Server } from "node:http";
import { Socket } from "node:net";

/** How long and how much is read and dropped after the last answer of a connection. */
const droppedMs = 2000;
const droppedBytesMax = 16 * 1024 * 1024;

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
  let droppedBytes = 0;
  socket.on("data", ({ length }) => {
    droppedBytes += length;
    if (droppedBytes > droppedBytesMax) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(), droppedMs);
  socket.once("close", () => clearTimeout(timer));
}
