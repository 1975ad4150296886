import { setTimeout as sleep } from "node:timers/promises";
import { connect, type ConnectionOptions, Events, type Msg, type NatsConnection } from "nats";
import { assertServerVersion } from "../config/server-versions.js";
import type { Logger } from "../telemetry/logger.js";

const firstWarningMs = 5000;
const repeatLogMs = 60_000;

/**
 * Logs why there is no first connection yet, once a minute: the library repeats its attempts and gives no reason, and a wrong password looks like a
 * server that is down.
 * @returns how to stop
 */
function warnUntilConnected(options: ConnectionOptions, logger: Logger): () => void {
  const warn = async () => {
    timer = setTimeout(() => void warn(), repeatLogMs).unref();
    const reason = await findRefusal(options);
    if (reason && timer) logger.warn({ reason }, "nats not connected yet, retrying");
  };
  let timer: NodeJS.Timeout | undefined = setTimeout(() => void warn(), firstWarningMs).unref();
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

/** @returns undefined when a connection can be established now */
async function findRefusal(options: ConnectionOptions): Promise<string | undefined> {
  try {
    const attempt = await connect({ ...options, waitOnFirstConnect: false, reconnect: false });
    await attempt.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Logs lost connections: they are no error, but they explain late events. What the server refuses is logged once a minute. */
async function logConnectionChanges(connection: NatsConnection, logger: Logger): Promise<void> {
  const loggedAt = new Map<string, number>();
  for await (const { type, data, permissionContext } of connection.status()) {
    if (type === Events.Disconnect) logger.warn("nats disconnected, reconnecting");
    if (type === Events.Reconnect) logger.info("nats reconnected");
    if (type !== Events.Error || typeof data !== "string") continue;
    if (performance.now() - (loggedAt.get(data) ?? -Infinity) < repeatLogMs) continue;
    loggedAt.set(data, performance.now());
    logger.warn({ reason: data, ...permissionContext }, "nats refused");
  }
}

const drainTimeoutMs = 2000;
const flushMsMax = 500;
/** Between two attempts to connect: at least this long, and a random time up to as long again. */
const retryMs = 250;

/** The connection to NATS. Starting does not wait for NATS, and no call fails because NATS is unreachable. */
export interface Bus {
  /** The limit of the event stream's size, if this process creates it; 0: no limit. */
  readonly eventBytesMax: number;
  /** Resolves with the connection when it is established; rejects when the server is too old, and when the bus is closed before. */
  connected(): Promise<NatsConnection>;
  /** The connection if there is one now. */
  current(): NatsConnection | undefined;
  /** Sends a message that may get lost, such as "this key was revoked", to all processes. Does nothing without a connection. */
  publish(subject: string, message: object): void;
  /** Waits until the server has what was published, at most half a second. */
  flush(): Promise<void>;
  /** Receives what other processes `publish`. */
  subscribe(subject: string, listener: (message: unknown) => void): void;
  close(): Promise<void>;
}

export function openBus(options: { url: string; name: string; logger: Logger; eventBytesMax?: number }): Bus {
  const { logger } = options;
  let connection: NatsConnection | undefined;
  let isClosed = false;
  const connectionOptions = toConnectionOptions(options);
  const stopWarnings = warnUntilConnected(connectionOptions, logger);
  // The library calls it before each attempt, and has no other way to end the attempts for the first connection.
  const reconnectDelayHandler = () => {
    if (isClosed) throw new Error("the bus was closed");
    return retryMs + Math.random() * retryMs;
  };
  const opening = connect({ ...connectionOptions, reconnectDelayHandler }).then(async (opened) => {
    stopWarnings();
    try {
      assertServerVersion("NATS", opened.info?.version ?? "");
    } catch (error) {
      await opened.close();
      throw error;
    }
    // The bus was closed while the connection was being established.
    if (isClosed) await opened.close();
    else connection = opened;
    void logConnectionChanges(opened, logger);
    return opened;
  });
  opening.catch((error: unknown) => isClosed || logger.error({ err: error }, "nats connection failed"));

  return {
    eventBytesMax: options.eventBytesMax ?? 0,
    connected: () => opening,
    current: () => (connection?.isClosed() ? undefined : connection),
    publish(subject, message) {
      if (connection && !connection.isClosed()) connection.publish(subject, JSON.stringify(message));
    },
    async flush() {
      if (!connection || connection.isClosed()) return;
      // While the server is away it does not answer, and what was published gets lost.
      const flushed = connection.flush().catch(() => undefined);
      await Promise.race([flushed, sleep(flushMsMax, undefined, { ref: false })]);
    },
    subscribe(subject, listener) {
      const callback = (error: Error | null, message: Msg) => {
        if (!error) listener(parseJson(message.data));
      };
      // A failed connection is logged above; a closed one receives no messages.
      opening.then(
        (opened) => opened.isClosed() || opened.subscribe(subject, { callback }),
        () => undefined,
      );
    },
    async close() {
      isClosed = true;
      stopWarnings();
      // A drain waits for the server, which may be unreachable.
      const timeout = sleep(drainTimeoutMs, undefined, { ref: false });
      if (connection && !connection.isClosed()) await Promise.race([connection.drain(), timeout]);
      await connection?.close();
    },
  };
}

function toConnectionOptions({ url, name }: { url: string; name: string }): ConnectionOptions {
  return {
    ...parseServers(url),
    name,
    // Replies arrive under an own prefix, so that a NATS user needs no right to read the replies of other processes.
    inboxPrefix: `_INBOX.${name}`,
    waitOnFirstConnect: true,
    // Otherwise the library captures two stack traces for each event that is published.
    noAsyncTraces: true,
    maxReconnectAttempts: -1,
    // Otherwise a second refusal of the password ends the connection for ever, although the server may only be restarting.
    ignoreAuthErrorAbort: true,
    pingInterval: 5000,
    maxPingOut: 2,
  };
}

/** The nats library ignores the scheme, the user and the password of a URL. All servers of a cluster share them. */
function parseServers(urls: string): Pick<ConnectionOptions, "servers" | "user" | "pass" | "tls"> {
  const parsed = urls.split(",").map((url) => new URL(url.includes("://") ? url.trim() : `nats://${url.trim()}`));
  const { username, password } = parsed.find((url) => url.username) ?? {};
  return {
    servers: parsed.map((url) => url.host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password ?? "") }),
    ...(parsed.some((url) => url.protocol === "tls:") && { tls: {} }),
  };
}

function parseJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString("utf8"));
  } catch {
    return undefined;
  }
}
