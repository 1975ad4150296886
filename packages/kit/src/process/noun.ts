import type { DescMessage, DescService } from "@bufbuild/protobuf";
import type { FastifyInstance } from "fastify";
import type { IndexDescription } from "mongodb";
import type { Call } from "../call/call.js";
import type { CollectionLife } from "../data/data-life.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { HistoryKind } from "../retention/index.js";
import type { AnsweredCollection } from "../rpc/counts.js";
import type { RpcHandlers } from "../rpc/definition.js";
import type { ResourceText } from "../rpc/resources.js";
import type { VerbContext } from "../verbs/index.js";
import type { Audits } from "./run-reconcile.js";

/** A collection: its indexes, who is in its records, and how long they are kept. */
export interface CollectionDeclaration extends CollectionLife {
  /** The kit puts `businessId` in front of each, unless the collection is shared. */
  indexes: readonly IndexDescription[];
}

/** What rpcs and routes use to read. Writes are verbs: a transport can open no transaction. */
export interface Reads {
  scope: (call: Call) => Scope;
}

type Verbs = Record<string, (context: never) => unknown>;

/** The verbs of a noun, as its transports call them. */
export type BoundVerbs<V extends Verbs> = { [Name in keyof V]: ReturnType<V[Name]> };

/** What all verbs of a noun need together. */
type ContextOf<V extends Verbs> = V[keyof V] extends (context: infer Context) => unknown ? Context : unknown;

/** Everything that a service has about one kind of record: `defineService` reads it. */
interface NounParts<Api extends DescService, V extends Verbs, Names extends keyof Api["method"], Context> {
  /** The contract of `rpcs`. */
  api?: Api;
  /** By name; those with `isShared` or `ofBusiness` are shared between businesses. */
  collections?: Record<string, CollectionDeclaration>;
  /** The kinds of history for which a business can choose a retention. */
  history?: readonly HistoryKind[];
  /** The events that it publishes. */
  events?: readonly DescMessage[];
  /** What `--reconcile` checks. */
  audits?: Audits["records"];
  counts?: Audits["counts"];
  /** What it counts for analytics. */
  analytics?: readonly AnsweredCollection[];
  verbs?: V;
  /** How the rpcs of the contract look: each reads, or calls a verb. */
  rpcs?: (verbs: BoundVerbs<V>, reads: Context & Reads) => Pick<RpcHandlers<Api>, Names>;
  /** How the REST routes look: each reads, or calls a verb. */
  http?: (app: FastifyInstance, verbs: BoundVerbs<V>, reads: Context & Reads) => void;
  resources?: (reads: Context & Reads) => readonly ResourceText[];
}

/** The transports of a noun in a running service. */
export interface BoundNoun {
  rpcs: object;
  http: (app: FastifyInstance) => void;
  resources: readonly ResourceText[];
}

/** @typeParam Rpcs the names of its rpcs */
export interface Noun<Rpcs, Context> extends Pick<
  NounParts<DescService, Verbs, never, Context>,
  "collections" | "history" | "events" | "audits" | "counts" | "analytics"
> {
  /** Only a type: `defineService` compares it with the contract. */
  rpcNames?: Rpcs;
  /** Runs once for each start of the service, so that all transports share one verb, and with it one queue of a batched one. */
  bind: (context: Context) => BoundNoun;
}

/** A noun of any service. */
export type AnyNoun = Noun<unknown, never>;

export function defineNoun<
  Api extends DescService,
  V extends Verbs = Record<never, never>,
  Names extends keyof Api["method"] = never,
  Context = unknown,
>({
  verbs,
  rpcs,
  http,
  resources,
  ...declared
}: NounParts<Api, V, Names, Context>): Noun<Names, Context & ContextOf<V> & Pick<VerbContext, "db">> {
  return {
    ...declared,
    bind(context) {
      const all = Object.entries(verbs ?? {}).map(([name, verb]) => [name, verb(context as never)]);
      const bound = Object.fromEntries(all) as BoundVerbs<V>;
      const reads = { ...context, scope: (call: Call) => context.db.scope(call) };
      return {
        rpcs: rpcs?.(bound, reads) ?? {},
        http: (app) => http?.(app, bound, reads),
        resources: resources?.(reads) ?? [],
      };
    },
  };
}
