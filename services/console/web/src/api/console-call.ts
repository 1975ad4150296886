import { createCall, type WriteOptions } from "@tenant-ops/client/session";
import type { Route } from "@tenant-ops/kit/http";
import type * as routes from "@tenant-ops/rest/console";
import type * as z from "zod";
import { withProof } from "./step-up.js";

type Routes = typeof routes;

/** The name of a route about people, which the public client does not have. */
export type ConsoleRoute = { [Name in keyof Routes]: Routes[Name] extends Route ? Name : never }[keyof Routes];

type Fields<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown;
type Input<R extends Route> = Fields<R["params"]> & Fields<R["query"]> & Fields<R["body"]>;
type Answers<R extends Route> = R["replies"][keyof R["replies"]];
type Body<Answer> = Answer extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** Everything that a route takes, in one object, as the client of the public API takes it. */
export type CallInput<Name extends ConsoleRoute> = Routes[Name] extends infer R extends Route ? Input<R> : never;
export type CallReply<Name extends ConsoleRoute> = Routes[Name] extends infer R extends Route
  ? Body<Answers<R>>
  : never;

export type ConsoleCall<Name extends ConsoleRoute> = (
  input: CallInput<Name>,
  options?: WriteOptions,
) => Promise<CallReply<Name>>;

/** From `operations`, which is generated from the declarations: these themselves would bring zod into the browser. */
export interface ConsoleOperation<Name extends string = string> {
  id: Name;
  method: Route["method"];
  path: string;
  /** Whether it accepts an idempotency key; otherwise it is sent once. */
  takesKey: boolean;
}

const call = createCall({ baseUrl: location.origin, around: withProof });

export function consoleCall<Name extends ConsoleRoute>(operation: ConsoleOperation<Name>): ConsoleCall<Name> {
  const { method, path } = operation;
  const request = {
    ...operation,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    query: [],
    hasBody: method !== "GET" && method !== "DELETE",
    hasReply: true,
  };
  return async (input, options) => (await call(request, input as object, options)) as CallReply<Name>;
}
