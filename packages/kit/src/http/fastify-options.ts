import { bodyBytesMax, pathParamLengthMax } from "./fastify-errors.js";

/**
 * How long a connection without a request stays open. Clients are told some seconds less: who sends a request just before the time ends would
 * otherwise meet a connection that the server closes, and cannot know whether the request has arrived. Node tells them the whole time.
 */
export const keepAlive = { timeoutMs: 75_000, headers: { "keep-alive": "timeout=70" } };

function refuseSchemas(): never {
  throw new Error("a route has a schema for Fastify: input is declared with defineRoute");
}

/** The options of Fastify that the gateway and the REST server of a service share. */
export const fastifyOptions = {
  bodyLimit: bodyBytesMax,
  keepAliveTimeout: keepAlive.timeoutMs,
  exposeHeadRoutes: false,
  // While closing, a request on an open connection is answered like any other.
  return503OnClosing: false,
  routerOptions: { maxParamLength: pathParamLengthMax },
  // Otherwise Fastify loads its own compilers, half a megabyte of program.
  schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
};
