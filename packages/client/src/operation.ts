import { TenantOpsError } from "./error.js";

/** How one method of the client becomes a request; generated from the OpenAPI document. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  /** The names of the input that go into the path and into the query. All others go into the body. */
  params: readonly string[];
  query: readonly string[];
  hasBody: boolean;
  /** Whether it accepts an Idempotency-Key, so that repeating it writes once. */
  takesKey: boolean;
  hasReply: boolean;
  /** A POST that writes nothing. */
  isPreview?: boolean;
  /** How the next page is found: by `next_cursor` of the body, or by the header Link. */
  list?: "cursor" | "link";
}

export interface RequestParts {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/**
 * Distributes the input over path, query and body. An unknown name is sent too: the server refuses it by name, and a newer server may accept it.
 * @throws TenantOpsError invalid_argument for an id that is not possible in a path
 */
export function splitInput(operation: Operation, input: object = {}): RequestParts {
  const parts: RequestParts = { params: {}, query: {}, ...(operation.hasBody && { body: {} }) };
  for (const [name, value] of Object.entries(input)) {
    if (operation.params.includes(name)) parts.params[name] = requireSegment(operation, name, value);
    else if (operation.query.includes(name) || !parts.body) parts.query[name] = value;
    else parts.body[name] = value;
  }
  for (const name of operation.params) parts.params[name] ??= requireSegment(operation, name, undefined);
  return parts;
}

/** An empty id, `.` and `..` would make a request to another path. */
function requireSegment({ id }: Operation, name: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw new TenantOpsError({
    code: "invalid_argument",
    detail: `${id}: ${name} must be a text that is not empty, or a whole number. Nothing was sent.`,
  });
}

export function isRead({ method, isPreview = false }: Operation): boolean {
  return method === "GET" || isPreview;
}
