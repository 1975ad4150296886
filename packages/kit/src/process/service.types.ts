import type { DescService } from "@bufbuild/protobuf";
import type { FastifyInstance } from "fastify";
import type { IndexDescription } from "mongodb";
import type * as z from "zod";
import type { Database } from "../data/database.types.js";
import type { DataLife } from "../data/data-life.types.js";
import type { Migration } from "../data/schema/migrations.types.js";
import type { Bus } from "../events/bus.js";
import type { EventListener } from "../events/event-listener.types.js";
import type { MemoryHttp } from "../http/memory-http.js";
import type { Requests } from "../http/route-words.js";
import type { StoredWithoutCaller } from "../http/without-caller.js";
import type { BusinessData } from "../offboarding/index.js";
import type { RpcClients } from "../rpc/client.types.js";
import type { RpcHandlers } from "../rpc/definition.js";
import type { AnsweredCollection } from "../rpc/counts.js";
import type { ResourceText } from "../rpc/resources.js";
import type { HistoryKind } from "../retention/index.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { Audits } from "./run-reconcile.js";
import type { SecretKeys } from "./secret-keys.js";
import type { ServiceConfig } from "./service-settings.js";

/** What the hooks of a service definition get. */
export interface ServiceContext<Config> {
  db: Database;
  config: Config;
  bus: Bus;
  clients: RpcClients;
  logger: Logger;
  metrics: Metrics;
  /** What the service itself stores of businesses. */
  ownData: BusinessData;
  /** Set in a process in which the other services run too: their REST servers have no ports. */
  memoryHttp?: MemoryHttp;
}

export interface ServiceDefinition<Api extends DescService, Schema extends z.ZodObject, Setup extends object = object> {
  name: string;
  api: Api;
  /** The settings beyond those that every service has: `serviceConfig.extend({…})`. */
  config: Schema;
  /** Indexes per collection; the kit puts `businessId` in front of each. */
  indexes: Record<string, readonly IndexDescription[]>;
  /** Collections without a business, with their indexes as they are. */
  shared?: Record<string, readonly IndexDescription[]>;
  /** Who is in the records, and how long they are kept: of every collection above. */
  life: DataLife;
  /** The steps of the schema, which the migration job carries out before processes of a build start. */
  migrations?: readonly Migration[];
  /** Collections whose records have pages for visitors: the id in the address leads to the business. */
  publicPages?: readonly string[];
  /** Writes records that must exist before the first call, such as catalogues with fixed ids. Runs at every start of every replica. */
  prepare?: (db: Database) => Promise<void>;
  /** What `--reconcile` checks, beyond that all events were published. */
  audits?: Audits;
  /** The kinds of history for which a business can choose a retention. The config then also contains `retentionSettings`. */
  history?: readonly HistoryKind[];
  /** The secrets that it stores encrypted, and their keys: checked at the start, counted, and replaced by `--reencrypt-secrets`. */
  secretKeys?: (config: z.infer<Schema>) => SecretKeys;
  /** Creates once what several of the hooks below share, such as caches and stores. Its fields are added to their context. */
  setup?: (context: ServiceContext<z.infer<Schema>>) => Setup;
  /** The handlers of all rpcs of the contract. */
  rpcs: (context: ServiceContext<z.infer<Schema>> & Setup) => RpcHandlers<Api>;
  resources?: (context: ServiceContext<z.infer<Schema>> & Setup) => readonly ResourceText[];
  /** How its REST refusals name tools. */
  requests?: Requests;
  /** For tests: another time limit of REST requests, and of their wait for a connection to the database. */
  requestMs?: number;
  /** What its routes that need no credential store. */
  storedWithoutCaller?: StoredWithoutCaller;
  /** REST routes, called by the gateway. */
  http?: (app: FastifyInstance, context: ServiceContext<z.infer<Schema>> & Setup) => void;
  /** What it counts for analytics. */
  analytics?: (context: ServiceContext<z.infer<Schema>> & Setup) => readonly AnsweredCollection[];
  listeners?: (context: ServiceContext<z.infer<Schema>> & Setup) => readonly EventListener[];
  /** One service creates the event stream: the process that holds the relay lease of its database. Several at once can damage it. */
  createsEventStream?: boolean;
  /** Work beside the calls, such as the expiry of prizes. Returns how to stop it. */
  background?: (context: ServiceContext<z.infer<Schema>> & Setup) => () => Promise<void>;
  /** Calls of the gateway may name no business: look-ups of credentials, and requests of operators. */
  acceptsNoBusiness?: boolean;
  /** Address per service that this one calls. */
  calls?: (config: z.infer<Schema>) => Record<string, string>;
}

/** Both ports are 0 in a process that the service shares with the gateway. */
export interface RunningService<Config = ServiceConfig> {
  grpcPort: number;
  httpPort: number;
  adminPort: number;
  context: ServiceContext<Config>;
  /** Unready → delay → no new calls → the running ones finish → outbox, NATS and MongoDB are closed. */
  close(): Promise<void>;
}
