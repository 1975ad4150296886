// Calls of one business. They are repeated with the same key until they are acknowledged, as the error texts say.
import { setTimeout as sleep } from "node:timers/promises";

/** Answers after which the caller repeats the same call. Every other answer than success is a broken promise. */
const repeatable = new Set(["service_unavailable", "deadline_exceeded", "idempotency_in_flight", "overloaded"]);
const pauseMs = 100;
const requestMsMax = 30_000;

/**
 * @param isOver whether callers stop repeating; then `repeat` throws
 * @returns `repeat(send)` and what was answered, by status and code
 */
export function createCaller({ gatewayUrls, isOver }) {
  const answers = new Map();
  let calls = 0;

  async function attempt(send) {
    calls += 1;
    const url = gatewayUrls[calls % gatewayUrls.length];
    try {
      return await send(url, AbortSignal.timeout(requestMsMax));
    } catch (error) {
      // The connection broke, or the gateway is down: the caller does not know whether the write happened.
      return { status: 0, code: error.cause?.code ?? error.name };
    }
  }

  return {
    answers,
    /** @param send `(url, signal) => { status, code, body }`: the same request at each attempt */
    async repeat(send) {
      for (;;) {
        const answer = await attempt(send);
        const name = answer.code ? `${answer.status} ${answer.code}` : String(answer.status);
        answers.set(name, (answers.get(name) ?? 0) + 1);
        if (answer.status >= 200 && answer.status < 400) return answer;
        if (answer.status !== 0 && !repeatable.has(answer.code))
          throw new Error(`unexpected answer: ${name} ${JSON.stringify(answer.body)}`);
        if (isOver()) throw new Error(`no acknowledgement in time, last answer: ${name}`);
        await sleep(pauseMs);
      }
    },
  };
}

/** The calls of one business through a caller. */
export function createBusinessCalls(caller, { key, businessId }) {
  const send =
    (method, path, body, headers = {}) =>
    async (url, signal) => {
      const response = await fetch(`${url}${path}`, {
        method,
        signal,
        redirect: "manual",
        headers: { "content-type": "application/json", "x-api-key": key, "x-business-id": businessId, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed = text ? JSON.parse(text) : {};
      return { status: response.status, code: parsed.error, body: parsed };
    };
  const rest = async (method, path, body, headers) => (await caller.repeat(send(method, path, body, headers))).body;
  return {
    rest,
    /** A direct tool call. */
    tool: (name, args = {}, headers) => rest("POST", "/mcp", { name, arguments: args }, headers),
    /** A form that a visitor sends. */
    form: (path, fields) =>
      caller.repeat(async (url, signal) => {
        const headers = { "user-agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36" };
        const body = new URLSearchParams(fields);
        const response = await fetch(`${url}${path}`, { method: "POST", body, headers, signal, redirect: "manual" });
        await response.text();
        return { status: response.status, ...(response.status >= 500 && { code: "service_unavailable" }) };
      }),
    list: createListReader(rest),
  };
}

/** Reads all items of a list, page by page. */
export const createListReader = (rest) => async (path) => {
  const items = [];
  let cursor = "";
  do {
    const separator = path.includes("?") ? "&" : "?";
    const page = await rest("GET", `${path}${separator}limit=500&cursor=${encodeURIComponent(cursor)}`);
    items.push(...page.items);
    cursor = page.next_cursor ?? "";
  } while (cursor);
  return items;
};
