import { TenantOpsError } from "./error.js";
import type { webhooks } from "./generated/schema.js";

/** An event as endpoints receive it. `type` determines the fields of `data`. A newer server may send types that are not named here. */
export type WebhookEvent = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"];

/** Headers of a request: `Headers`, or the object that Node and Express give. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The largest allowed difference between the time of the request and now. Default 300, as Standard Webhooks recommends. */
  toleranceSeconds?: number;
  /** The time, for tests; milliseconds since 1970. */
  nowMs?: number;
}

/**
 * Verifies a webhook request (Standard Webhooks: HMAC-SHA256) and returns its event.
 * @param rawBody the received body, before a JSON parser changes it
 * @param secret `whsec_…`; several while a secret is being rotated
 * @throws TenantOpsError webhook_invalid: answer 401 and do nothing else
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = requireHeader(headers, "webhook-id");
  const timestamp = requireHeader(headers, "webhook-timestamp");
  const signatures = requireHeader(headers, "webhook-signature");
  if (!/^\d{1,12}$/.test(timestamp)) throw createInvalid("webhook-timestamp is not a number of seconds");
  const ageSeconds = nowMs / 1000 - Number(timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    const direction = ageSeconds > 0 ? "old" : "in the future";
    throw createInvalid(`the request is ${Math.round(Math.abs(ageSeconds))} seconds ${direction}; check the clock`);
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === "string" ? encoder.encode(rawBody) : rawBody;
  const signed = join(encoder.encode(`${id}.${timestamp}.`), body);
  if (!(await hasValidSignature(signed, signatures, secret)))
    throw createInvalid("no signature fits the body and the secret");
  return parseEvent(body);
}

/** Every signature is compared with every secret. `crypto.subtle.verify` takes the same time wherever two signatures differ. */
async function hasValidSignature(
  signed: Uint8Array<ArrayBuffer>,
  header: string,
  secret: string | readonly string[],
): Promise<boolean> {
  const signatures = header
    .split(/[ ,]+(?=v1,)/)
    .filter((entry) => entry.startsWith("v1,"))
    .slice(0, signaturesMax)
    .map((entry) => decodeBase64(entry.slice(3).trim()));
  for (const key of await importSecrets(secret)) {
    for (const signature of signatures)
      if (signature && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

/** The server sends one signature per valid secret, so two at most; each one costs an HMAC over the body. */
const signaturesMax = 10;

/** @throws TenantOpsError invalid_argument that does not quote the secret */
function importSecrets(secret: string | readonly string[]) {
  const keys = [secret]
    .flat()
    .map((one) => (typeof one === "string" ? decodeBase64(one.replace(/^whsec_/, "")) : undefined));
  if (keys.length === 0 || keys.some((key) => !key?.byteLength)) {
    const detail = "verifyWebhook: the secret is not the one of an endpoint (whsec_ and base64).";
    throw new TenantOpsError({ code: "invalid_argument", detail });
  }
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return Promise.all(keys.filter(isPresent).map((key) => crypto.subtle.importKey("raw", key, hmac, false, ["verify"])));
}

function parseEvent(body: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw createInvalid("the body is not JSON", cause);
  }
  if (typeof event === "object" && event !== null && "type" in event && "data" in event) return event as WebhookEvent;
  throw createInvalid("the body is not an event");
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name);
  if (value) return value;
  throw createInvalid(`the header ${name} is missing`);
}

/** Some servers keep the case of names, and give repeated headers as a list. */
function findHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" || value === undefined ? value : value.join(" ");
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Not base64, so it is no signature and no secret; the caller of this function says so.
    return undefined;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.byteLength + second.byteLength);
  joined.set(first);
  joined.set(second, first.byteLength);
  return joined;
}

function createInvalid(what: string, cause?: unknown): TenantOpsError {
  return new TenantOpsError({ code: "webhook_invalid", detail: `Not a valid webhook request: ${what}.`, cause });
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}
