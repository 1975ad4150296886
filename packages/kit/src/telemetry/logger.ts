import { type Logger, pino } from "pino";

export type { Logger } from "pino";

/** One JSON line per finished call, request or event. Fields that may hold a secret are replaced before a line is written. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "msg",
    redact: { paths: secretPaths, censor: "[secret]" },
    formatters: { level: (label) => ({ level: label }) },
  });
}

const secretNames = [
  "key",
  "apiKey",
  "secret",
  "token",
  "authorization",
  "client_secret",
  "proposal_token",
  "password",
];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`]);
