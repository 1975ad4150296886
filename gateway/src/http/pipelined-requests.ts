import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** More requests than a client that pipelines sends ahead. */
const waitingMax = 32;

/**
 * Handles the requests of one connection one after another. Node begins all of them at once, and for a reply that still waits for an earlier one it
 * never emits "close" when the connection ends: a counter of requests until "close" would count it for ever, and a write would run for a closed
 * connection. Must be the first hook.
 */
export function handlePipelinedRequestsInOrder(app: FastifyInstance): void {
  const waitingByConnection = new WeakMap<Socket, number>();

  app.addHook("onRequest", (request, reply, done) => {
    // A reply gets its socket when the replies before it are sent.
    if (reply.raw.socket) return done();
    const { socket } = request.raw;
    const waiting = waitingByConnection.get(socket) ?? 0;
    if (waiting >= waitingMax) {
      socket.destroy();
      return;
    }
    waitingByConnection.set(socket, waiting + 1);
    // Not emitted when the connection ends before: then nothing of this request has begun, and nothing refers to it any more.
    reply.raw.once("socket", () => {
      waitingByConnection.set(socket, (waitingByConnection.get(socket) ?? 1) - 1);
      done();
    });
  });
}
