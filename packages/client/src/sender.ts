import { createSendAttempt } from "./attempt.js";
import type { SendOptions } from "./call.types.js";
import { TenantOpsError } from "./error.js";
import { createSend, type Send, type SendSettings } from "./send.js";

/** @throws TenantOpsError invalid_argument for an option that cannot work */
export function createSender(headers: Record<string, string>, options: SendOptions): Send {
  const { fetch = (request: Request) => globalThis.fetch(request) } = options;
  const all = { ...headers, accept: "application/json" };
  return createSend(createSendAttempt(requireBaseUrl(options.baseUrl), all, fetch), readSettings(options));
}

function readSettings({
  timeoutMs = 30_000,
  attemptTimeoutMs = 12_000,
  retries = 3,
  onAttempt,
}: SendOptions): SendSettings {
  for (const [name, value] of Object.entries({ timeoutMs, attemptTimeoutMs }))
    if (!(value > 0)) throw createOptionError(name, "must be a number of milliseconds above 0");
  if (!(retries >= 0)) throw createOptionError("retries", "must be 0 or more");
  return { timeoutMs, attemptTimeoutMs, retries, onAttempt };
}

/** Checked here, because the error of the platform for a wrong header quotes its value. */
export function requireHeader(name: string, value: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  throw createOptionError(name, "must have visible ASCII characters only, without spaces and line breaks");
}

function requireBaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw createOptionError("baseUrl", "must be an address such as https://api.example.com");
  if (url.username !== "" || url.password !== "")
    throw createOptionError("baseUrl", "must have no user name and password");
  return url.href;
}

function createOptionError(name: string, what: string): TenantOpsError {
  return new TenantOpsError({ code: "invalid_argument", detail: `createClient: ${name} ${what}.` });
}
