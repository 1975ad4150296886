import { createCall, type Operation, type WriteOptions } from "@tenant-ops/client/session";
import type { Route } from "@tenant-ops/kit/http";
import type { z } from "zod";
import { withProof } from "./step-up.js";

type Fields<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown;
type Answers<R extends Route> = R["replies"][keyof R["replies"]];
type Body<Answer> = Answer extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** Everything that a route takes, in one object, as the client of the public API takes it. */
export type CallInput<R extends Route> = Fields<R["params"]> & Fields<R["query"]> & Fields<R["body"]>;
export type CallReply<R extends Route> = Body<Answers<R>>;

export type ConsoleCall<R extends Route> = (input: CallInput<R>, options?: WriteOptions) => Promise<CallReply<R>>;

const call = createCall({ baseUrl: location.origin, around: withProof });

/**
 * A call of a route about people, which the public client does not have. The types come from the declaration of the route;
 * method and path are repeated here, because the declarations themselves would bring zod into the browser. A wrong one is an
 * error of the compiler.
 */
export function consoleCall<R extends Route>(
  id: R["id"],
  method: R["method"],
  path: R["path"],
  // False for a write that declares no idempotency: it is sent once.
  takesKey = method !== "GET",
): ConsoleCall<R> {
  const operation: Operation = {
    id,
    method,
    path,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    query: [],
    hasBody: method !== "GET" && method !== "DELETE",
    takesKey,
    hasReply: true,
  };
  return async (input, options) => (await call(operation, input as object, options)) as CallReply<R>;
}
