import {
  connect,
  type ConnectionOptions,
  Events,
  type JetStreamManager,
  type Msg,
  type NatsConnection,
  RetentionPolicy,
  StorageType,
} from "nats";
import type { Logger } from "../telemetry/telemetry.js";

/** The stream that holds every event of every vertical. */
export const eventStream = "EVENTS";
/** JetStream keeps a message this long; the outbox keeps it as long too. */
const streamDays = 7;
const patienceMs = 5000;

/**
 * The connection to NATS. NATS is a courier: nothing waits for it at start, and nothing fails because it is away.
 */
export interface Bus {
  /** The connection, as soon as there is one. */
  connected(): Promise<NatsConnection>;
  /** The connection if there is one now. */
  current(): NatsConnection | undefined;
  /** Tells all processes something that may get lost, such as "this key was revoked". Does nothing while NATS is away. */
  publish(subject: string, message: object): void;
  /** Hears what others `tell`. */
  subscribe(subject: string, listener: (message: unknown) => void): void;
  close(): Promise<void>;
}

export function openBus(options: { url: string; name: string; logger: Logger }): Bus {
  let connection: NatsConnection | undefined;
  let closed = false;
  const opening = connect({
    ...serversIn(options.url),
    name: options.name,
    // Answers come back under a name of our own, so that a NATS user needs no right to read those of others.
    inboxPrefix: `_INBOX.${options.name}`,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    // Else a second refusal of our password ends the connection for ever, although the server may only be restarting.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 5000,
    maxPingOut: 2,
  }).then(async (opened) => {
    clearTimeout(missing);
    // Closed while it was still looking for a server.
    if (closed) await opened.close();
    else connection = opened;
    void sayWhatHappens(opened, options.logger);
    return opened;
  });
  const missing = setTimeout(() => options.logger.warn("nats not reached yet; looking on"), patienceMs).unref();
  opening.catch((error: unknown) => options.logger.error({ err: error }, "nats connection given up"));

  return {
    connected: () => opening,
    current: () => (connection?.isClosed() ? undefined : connection),
    publish(subject, message) {
      if (connection && !connection.isClosed()) connection.publish(subject, JSON.stringify(message));
    },
    subscribe(subject, listener) {
      const callback = (error: Error | null, message: Msg) => {
        if (!error) listener(readJson(message.data));
      };
      // A connection that was given up has been logged, and one that is closed has nothing to say.
      opening.then(
        (opened) => opened.isClosed() || opened.subscribe(subject, { callback }),
        () => undefined,
      );
    },
    async close() {
      closed = true;
      clearTimeout(missing);
      // A drain waits for the server; without one there is nothing to wait for.
      if (connection && !connection.isClosed()) await Promise.race([connection.drain(), delay(2000)]);
      await connection?.close();
    },
  };
}

/** Losing a connection is no error, but whoever looks for missing events wants to read when it happened. */
async function sayWhatHappens(opened: NatsConnection, logger: Logger): Promise<void> {
  for await (const { type } of opened.status()) {
    if (type === Events.Disconnect) logger.warn("nats lost; looking for it");
    if (type === Events.Reconnect) logger.info("nats is back");
  }
}

/** The library drops the scheme, the user and the password of a URL without a word. All servers of a cluster share them. */
function serversIn(urls: string): Pick<ConnectionOptions, "servers" | "user" | "pass" | "tls"> {
  const parsed = urls.split(",").map((url) => new URL(url.includes("://") ? url.trim() : `nats://${url.trim()}`));
  const { username, password } = parsed.find((url) => url.username) ?? {};
  return {
    servers: parsed.map((url) => url.host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password ?? "") }),
    ...(parsed.some((url) => url.protocol === "tls:") && { tls: {} }),
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Makes the stream if it is missing.
 * @returns when this stream was born; another moment later means that a stream was lost with all it held
 */
export async function ensureEventStream(manager: JetStreamManager): Promise<string> {
  const existing = await manager.streams.info(eventStream).catch(() => undefined);
  if (existing) return birthOf(existing.created);
  const nanoseconds = 1e9;
  const made = await manager.streams.add({
    name: eventStream,
    subjects: ["events.>"],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: streamDays * 24 * 3600 * nanoseconds,
    duplicate_window: 120 * nanoseconds,
  });
  return birthOf(made.created);
}

function birthOf(created: string | Date): string {
  return new Date(created).toISOString();
}
