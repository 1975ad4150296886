import { type DestinationStream, type Logger, pino } from "pino";
import { hideSecrets } from "./hide-secrets.js";

export type { Logger } from "pino";

/**
 * One JSON line per finished call, request or event, without the values of fields that may hold a secret.
 * @param stream where the lines go; the standard output by default
 */
export function createLogger(service: string, level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "msg",
    formatters: { level: (label: string) => ({ level: label }), log: hideSecrets },
  };
  return stream ? pino(options, stream) : pino(options);
}
