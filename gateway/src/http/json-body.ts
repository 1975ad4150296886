import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getRequestState } from "../request/request-state.js";

/** The deepest tool argument nests six levels. */
const nestingMax = 64;
/** Names cost more than anything else in JSON: 100,000 different ones take the parser 15 ms. The largest tool call has 1,500. */
const namesMax = 4000;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const [openList, openObject, closeList, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/** The body cannot be read as JSON. The MCP endpoint replies to it with a JSON-RPC error. */
export class MalformedBody extends Refusal {
  constructor(detail: string) {
    super("malformed_request", detail);
  }
}

/** Accepts only `application/json`. Fastify's own parser does not limit the depth. */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      const { startLoopTime, requireLoopShare } = getRequestState(request);
      startLoopTime();
      requireLoopShare();
      return parseJson(bytes);
    },
  );
}

/**
 * @returns undefined for an empty body
 * @throws MalformedBody
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  rejectCostlyForm(bytes);
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedBody("The body is not valid JSON.");
  }
  // A name can be written with escapes, so a body with an escape is checked as well.
  if (/__proto__|constructor|\\u/.test(text)) rejectPrototypePollution(value);
  return value;
}

/**
 * Checks the bytes before parsing: code that walks 100,000 nested arrays overflows its stack.
 * @throws MalformedBody
 */
function rejectCostlyForm(bytes: Buffer): void {
  let depth = 0;
  let names = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = findEndOfString(bytes, at);
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > nestingMax) throw new MalformedBody(`The body nests deeper than ${nestingMax} levels.`);
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
    } else if (byte === colon) {
      names += 1;
      if (names > namesMax) throw new MalformedBody(`The body has more than ${namesMax} names.`);
    }
  }
}

/** The index of the closing quote of the string that begins at `start`, or the length when there is none. */
function findEndOfString(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new MalformedBody("The body is not valid UTF-8.");
  }
  if (text.startsWith("\uFEFF")) throw new MalformedBody("The body begins with a byte order mark. Send plain UTF-8.");
  return text;
}

/** JSON.parse keeps `__proto__` as a property; code that copies the object would then change its prototype. */
function rejectPrototypePollution(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const changesConstructor =
    Object.hasOwn(value, "constructor") && Object.hasOwn(Object(Reflect.get(value, "constructor")), "prototype");
  if (Object.hasOwn(value, "__proto__") || changesConstructor) {
    throw new MalformedBody("The body uses a name that is not allowed: __proto__ or constructor.prototype.");
  }
  for (const inner of Object.values(value)) rejectPrototypePollution(inner);
}

/**
 * Accepts forms too, whose fields are counted before they become objects.
 * @param read makes the body of the request from the bytes
 */
export function registerFormParser(app: FastifyInstance, fieldsMax: number, read: (form: Buffer) => unknown): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (_request: unknown, form: Buffer) => {
      let fields = 1;
      for (let at = form.indexOf("&"); at !== -1; at = form.indexOf("&", at + 1)) fields += 1;
      if (fields > fieldsMax) throw new MalformedBody(`The form has more than ${fieldsMax} fields.`);
      return read(form);
    },
  );
}
