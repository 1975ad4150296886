import type * as z from "zod";
import { getHttpAccess } from "../call/scopes.js";
import type { ErrorCode } from "../errors/error-table.js";

export interface DeclaredReply {
  description: string;
  /** Absent for an answer without a body. */
  body?: z.ZodType;
  /** Media type of the body where it is not JSON. */
  contentType?: string;
  /** Headers of this answer in addition to those of every answer, with their meaning. */
  headers?: Readonly<Record<string, string>>;
}

/** What a caller of a route needs beyond its credential. */
export interface RouteAccess {
  /**
   * For people: a scope that the role of the person allows in the business of the path; absent for a route without a business. For tenants: a scope by
   * the effect of the request, in place of the one that follows from service and method.
   */
  scope?: string;
  /** True when the last proof of identity of a person must not be older than five minutes. Keys prove nothing. */
  needsProof?: boolean;
  /** The same for bodies with these values only. Checked when the body was read, and before it is parsed. */
  needsProofFor?: Readonly<Record<string, string>>;
  /** For people: the request works also while the business is being offboarded. */
  whileClosed?: true;
  /** The request concerns every area: a caller needs the scope of each; people and their agents also `scope`. */
  ofAllAreas?: true;
  /** For tenants: every credential may send it, because the answer has only what this credential has asked for itself. */
  withoutScope?: true;
  /** The request works in a sandbox only. */
  onlySandbox?: true;
}

/** One REST route: its input and its answer. The package `@tenant-ops/rest` declares all of them. */
export interface Route {
  /** Name of the operation, a verb and a noun: `createStock`. It is the `operationId` of the OpenAPI document. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters as in OpenAPI: `/v1/public/supply/stocks/{id}`. */
  path: string;
  /** Name of the service that answers, which is also the area in the scopes; `gateway` for its own routes. */
  service: string;
  /** The callers: a business with its key, an operator, a person who is signed in, or a caller without a credential. */
  caller: "tenant" | "operator" | "person" | "visitor";
  /** Only for tenants: a signed request (Standard Webhooks) needs no key. The service checks the signature. */
  acceptsSignature?: boolean;
  /** Checked before the request is parsed. */
  access?: RouteAccess;
  /** A few words for a list of operations. */
  summary: string;
  /** What a caller must know beyond the summary: conditions, effects, what cannot be undone. Markdown. */
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Absent for a route that takes no body; an empty object is accepted then. */
  body?: z.ZodType;
  /** Media type of the body where it is not JSON. */
  bodyContentType?: string;
  /** The body is a file of at most this many bytes, as `application/octet-stream`. The handler gets it as a stream, unread. */
  upload?: { bytesMax: number };
  /** By status. */
  replies: Readonly<Record<number, DeclaredReply>>;
  /** The body of error answers, where it is not the common one. */
  errorBody?: z.ZodType;
  /** The codes of its own rules; `listErrors` adds those that every route has. */
  errors?: readonly ErrorCode[];
  /** Only for writes: whether callers must send an Idempotency-Key (a repeat would cost money) or may. */
  idempotency?: "required" | "accepted";
  /** True for a POST that previews a write and writes nothing. */
  isPreview?: true;
  /** True for a request whose `url` is an address to which events are sent from then on. */
  subscribesToEvents?: true;
  /** The tools with the same rule. In answers to callers of REST, their names are replaced by this route. */
  tools?: readonly string[];
  /** URIs of the MCP resources with the same content, replaced likewise. */
  resources?: readonly string[];
  /** Names of tool parameters that are called otherwise here, beside those that differ only in case. */
  names?: Readonly<Record<string, string>>;
}

/** What the gateway knows of a route to pass its requests on, without schemas and texts: `rest/routes.json` has it of every route. */
export type RouteFacts = Pick<
  Route,
  | "id"
  | "method"
  | "path"
  | "service"
  | "caller"
  | "access"
  | "acceptsSignature"
  | "bodyContentType"
  | "upload"
  | "isPreview"
  | "tools"
> & {
  /** The answer is a file, and no JSON. */
  isDownload?: true;
};

/** Whether a request of this route may change something. */
export function isRouteWrite({ method, isPreview }: Pick<Route, "method" | "isPreview">): boolean {
  return getHttpAccess(method) === "write" && isPreview !== true;
}

/** The scope that a caller needs, in the business of the request. */
export function getRouteScope({ service, method, access }: Pick<Route, "service" | "method" | "access">): string {
  return access?.scope ?? `${service}:${getHttpAccess(method)}`;
}

/** Returns the route with its exact types, which `bindRoute` needs. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** `/stocks/{id}` as Fastify writes it: `/stocks/:id`. */
export function toFastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}
