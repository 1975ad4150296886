import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

type Step = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * A hook for every request that waits for nothing. As an async function each of them would cost a promise per request; a request
 * passes a dozen of them.
 * @param step may throw; the request is then refused with the error
 */
export function onEachRequest(app: FastifyInstance, step: Step): void {
  app.addHook("onRequest", (request, reply, done) => {
    step(request, reply);
    done();
  });
}

/** The same for every reply, before it is sent. */
export function onEachReply(app: FastifyInstance, step: Step): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    step(request, reply);
    done(null, payload);
  });
}
