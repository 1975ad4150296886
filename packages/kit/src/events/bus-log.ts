import { connect, type ConnectionOptions, Events, type NatsConnection } from "nats";
import type { Logger } from "../telemetry/logger.js";

const firstWarningMs = 5000;
const repeatLogMs = 60_000;

/**
 * Logs why there is no first connection yet, once a minute: the library repeats its attempts and gives no reason, and a wrong password looks like a
 * server that is down.
 * @returns how to stop
 */
export function warnUntilConnected(options: ConnectionOptions, logger: Logger): () => void {
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
export async function logConnectionChanges(connection: NatsConnection, logger: Logger): Promise<void> {
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
