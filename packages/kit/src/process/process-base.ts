import { setTimeout as sleep } from "node:timers/promises";
import { Gauge } from "prom-client";
import { InFlightCounter } from "../concurrency/in-flight-counter.js";
import { watchClosedBusinesses } from "../data/tenancy/closed-businesses.js";
import { openDatabase } from "../data/database.js";
import type { Database } from "../data/database.types.js";
import type { DatabaseSchema } from "../data/schema/migrations.types.js";
import { type Bus, openBus } from "../events/bus.js";
import { createLogger, type Logger } from "../telemetry/logger.js";
import { createMetrics, type Metrics } from "../telemetry/metrics.js";
import { type ProcessHost, type ProcessHostConfig, type ProcessPart, startProcessHost } from "./process-host.js";

/** The settings that every process reads; the gateway and the services describe them in their own tables. */
export interface StatelessProcessConfig extends ProcessHostConfig {
  LOG_LEVEL: string;
  NATS_URL: string;
  /** Only of services, which create the stream of events. */
  EVENTS_MAX_BYTES?: number;
  SHUTDOWN_DELAY_MS: number;
}

export interface ProcessBaseConfig extends StatelessProcessConfig {
  MONGODB_URL: string;
  TENANCY_GUARD: boolean | "commands";
}

export interface StatelessProcessOptions {
  /** Name in logs, metrics, traces, and at MongoDB and NATS. */
  name: string;
  config: StatelessProcessConfig;
  /** Set in a process that runs several parts. When absent, this part is the only one of the process. */
  host?: ProcessHost | undefined;
}

export interface ProcessBaseOptions extends StatelessProcessOptions, DatabaseSchema {
  config: ProcessBaseConfig;
  databaseName: string;
  publicPages?: readonly string[];
  connectionWaitMs?: number | undefined;
}

/** What the gateway and every service have: logger, metrics, traces, admin port and NATS. */
export interface StatelessProcess {
  logger: Logger;
  metrics: Metrics;
  bus: Bus;
  adminPort: number;
  /** Calls, requests and events that are being handled. Connections stay open until they have ended. */
  underWay: InFlightCounter;
  /** Waits until nothing is under way, at most ten seconds in all. Call it when no new work can begin. */
  waitForWork: () => Promise<void>;
  /** True from the beginning of `close`: answers then ask the caller to connect to another replica. */
  isStopping: () => boolean;
  /** Makes `/readyz` answer 200 and logs the ports. */
  markReady(ports: Record<string, number>): void;
  /** Unready → SHUTDOWN_DELAY_MS → `stopServing` → the work under way ends → NATS, MongoDB, traces and the admin port are closed. */
  close(stopServing: () => Promise<void>): Promise<void>;
}

/** A process with a database. */
export interface ProcessBase extends StatelessProcess {
  db: Database;
}

const natsAnswerMs = 1000;
/** The deadline of calls of the gateway. A call whose connection broke still runs until its end, and may write. */
const workMsMax = 10_000;

/** Starts a process without a database. */
export function startStatelessProcess(options: StatelessProcessOptions): Promise<StatelessProcess> {
  return startParts(options, async () => async () => undefined);
}

export async function startProcessBase(options: ProcessBaseOptions): Promise<ProcessBase> {
  const { name, config, databaseName, indexes, sharedIndexes, migrations, publicPages, connectionWaitMs } = options;
  let db: Database | undefined;
  const base = await startParts(options, async (logger, metrics) => {
    const opened = await openDatabase({
      url: config.MONGODB_URL,
      name: databaseName,
      appName: name,
      logger,
      metrics,
      ...(indexes && { indexes }),
      ...(publicPages && { publicPages }),
      ...(sharedIndexes && { sharedIndexes }),
      ...(migrations && { migrations }),
      tenancyGuard: config.TENANCY_GUARD,
      connectionWaitMs,
    });
    db = opened;
    const stopWatching = await watchClosedBusinesses(opened.closedBusinesses);
    return async () => {
      stopWatching();
      await opened.close();
    };
  });
  if (!db) throw new Error("the database was not opened");
  return { ...base, db };
}

/**
 * Starts the base of a process, in the order in which its parts need each other; `close` is the reverse.
 * @param open opens the database, and returns how to close it
 */
async function startParts(
  options: StatelessProcessOptions,
  open: (logger: Logger, metrics: Metrics) => Promise<() => Promise<void>>,
): Promise<StatelessProcess> {
  const { name, config } = options;
  const logger = createLogger(name, config.LOG_LEVEL);
  const metrics = createMetrics(name);
  const host = options.host ?? (await startProcessHost(name, config, logger));
  const part: ProcessPart = { isServing: false, registry: metrics.registry };
  host.add(part);
  registerReadyGauge(part);
  const eventBytesMax = config.EVENTS_MAX_BYTES ?? 0;
  const bus = openBus({ url: config.NATS_URL, name, logger, eventBytesMax });
  const closeDatabase = await open(logger, metrics);
  // Starting does not wait for NATS. A server that answers and is too old is an error: events would stay in the outbox for ever.
  await Promise.race([bus.connected(), sleep(natsAnswerMs, undefined, { ref: false })]);
  let isStopping = false;
  // One that answers later ends the process, as one that answers at once prevents its start. The sentence is in the log.
  bus.connected().catch(() => {
    if (!isStopping) endProcess();
  });
  const underWay = new InFlightCounter();
  let workEnd: Promise<void> | undefined;
  const waitForWork = () =>
    (workEnd ??= underWay.waitUntilIdle(workMsMax).then((isIdle) => {
      if (!isIdle) logger.warn({ underWay: underWay.count }, "stopping with work under way");
    }));
  return {
    underWay,
    waitForWork,
    logger,
    metrics,
    bus,
    adminPort: host.adminPort,
    isStopping: () => isStopping,
    markReady(ports) {
      part.isServing = true;
      // In a shared process the process is ready later, when all parts are.
      if (options.host) logger.info(ports, "part ready");
      else logger.info({ ...ports, adminPort: host.adminPort }, "ready");
    },
    async close(stopServing) {
      part.isServing = false;
      isStopping = true;
      await sleep(config.SHUTDOWN_DELAY_MS);
      await stopServing();
      await waitForWork();
      await bus.close();
      await closeDatabase();
      if (!options.host) await host.close();
    },
  };
}

/** As a signal does, so that calls under way are answered, but with exit code 1. */
function endProcess(): void {
  process.exitCode = 1;
  process.kill(process.pid, "SIGTERM");
}

/** Also reported while the process waits for its database or its schema. */
function registerReadyGauge(part: ProcessPart): void {
  const ready: Gauge = new Gauge({
    name: "tenantops_ready",
    help: "1 when the process serves, 0 while it starts, waits for its database or its schema, or stops",
    registers: [part.registry],
    collect: () => ready.set(part.isServing ? 1 : 0),
  });
}
