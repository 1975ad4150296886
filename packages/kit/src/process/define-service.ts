import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import { analyticsLife } from "../data/analytics/analytics-life.js";
import { analyticsIndexes } from "../data/analytics/analytics-records.js";
import type { DataLife } from "../data/data-life.types.js";
import { retentionIndexes, retentionLife, retentionShared } from "../retention/index.js";
import type { RpcHandlers } from "../rpc/definition.js";
import type { AnyNoun, BoundNoun, CollectionDeclaration, Noun } from "./noun.js";
import type { Audits } from "./run-reconcile.js";
import type { ServiceContext, ServiceDefinition } from "./service.types.js";

type Definition<Api extends DescService, Schema extends z.ZodObject, Setup extends object> = ServiceDefinition<
  Api,
  Schema,
  Setup
>;

/** What belongs to no noun. */
type BesideNouns<Api extends DescService, Schema extends z.ZodObject, Setup extends object> = Omit<
  Definition<Api, Schema, Setup>,
  "audits" | "history" | "http" | "indexes" | "life" | "resources" | "rpcs" | "shared"
> & { audits?: Pick<Audits, "compareOthers">; life?: Omit<DataLife, "collections" | "events"> };

/** Does not compile when an rpc of the contract is in no noun, or when a noun needs more than the service has. */
type Complete<Api extends DescService, Context, Nouns extends readonly AnyNoun[]> =
  Exclude<keyof Api["method"], NonNullable<Nouns[number]["rpcNames"]>> extends never
    ? readonly Noun<unknown, Context>[]
    : { missingRpcs: Exclude<keyof Api["method"], NonNullable<Nouns[number]["rpcNames"]>> };

interface WithNouns {
  /** The transports of the nouns, made once for each start. */
  boundNouns: readonly BoundNoun[];
}

/**
 * The definition of a service with everything that its nouns say. A service with history or analytics also has the collections of the kit that these
 * need.
 */
export function defineService<
  Api extends DescService,
  Schema extends z.ZodObject,
  const Nouns extends readonly AnyNoun[],
  Setup extends object = object,
>({
  nouns,
  ...given
}: BesideNouns<Api, Schema, Setup> & {
  nouns: Nouns & Complete<Api, NoInfer<ServiceContext<z.infer<Schema>> & Setup>, Nouns>;
}): Definition<Api, Schema, Setup> {
  const all: readonly AnyNoun[] = nouns;
  const list = <Part>(read: (noun: AnyNoun) => readonly Part[] | undefined): Part[] =>
    all.flatMap((noun) => read(noun) ?? []);
  const history = list((noun) => noun.history);
  const counted = list((noun) => noun.analytics);
  const analytics = counted.length > 0 ? () => counted : given.analytics;
  const collections = Object.assign({}, ...all.map((noun) => noun.collections)) as Record<
    string,
    CollectionDeclaration
  >;
  const select = (shared: boolean) =>
    Object.fromEntries(
      Object.entries(collections)
        .filter(([, { isShared, ofBusiness }]) => Boolean(isShared ?? ofBusiness) === shared)
        .map(([name, { indexes }]) => [name, indexes]),
    );
  const [hasHistory, hasAnalytics] = [history.length > 0, analytics !== undefined];
  return {
    ...given,
    indexes: { ...select(false), ...(hasAnalytics && analyticsIndexes), ...(hasHistory && retentionIndexes) },
    shared: { ...select(true), ...(hasHistory && retentionShared) },
    life: {
      ...given.life,
      collections: { ...collections, ...(hasAnalytics && analyticsLife), ...(hasHistory && retentionLife) },
      events: list((noun) => noun.events),
    },
    ...(hasHistory && { history }),
    audits: { ...given.audits, records: list((noun) => noun.audits), counts: list((noun) => noun.counts) },
    ...(analytics && { analytics }),
    setup: (context) => {
      const setup = given.setup?.(context) as Setup;
      return { ...setup, boundNouns: all.map((noun) => noun.bind({ ...context, ...setup } as never)) };
    },
    rpcs: (context) => Object.assign({}, ...listBound(context).map(({ rpcs }) => rpcs)) as RpcHandlers<Api>,
    resources: (context) => listBound(context).flatMap(({ resources }) => resources),
    http: (app, context) => {
      for (const { http } of listBound(context)) http(app);
    },
  };
}

const listBound = (context: object): WithNouns["boundNouns"] => (context as WithNouns).boundNouns;
