import type { ErrorCode } from "@tenant-ops/kit/errors";
import type * as z from "zod";
import type { RouteExample } from "./examples.js";
import type { Header, JsonValue, Method, Parameter, Reference, Server } from "./openapi.types.js";
import type { SchemaComponents } from "./schemas.js";
import type { tagTexts } from "./texts.js";

/** The data that all operations of the document share. */
export interface OperationContext {
  schemas: SchemaComponents;
  findExample: (operationId: string) => RouteExample | undefined;
  /** A recorded answer with this code. */
  findErrorBody: (code: ErrorCode) => JsonValue | undefined;
}

/** The description of one route in the document, before its schemas are converted. */
export interface DescribedRoute {
  operationId: string;
  method: Method;
  /** With parameters as `{id}`. */
  path: string;
  tag: keyof typeof tagTexts;
  summary: string;
  isPreview?: true;
  subscribesToEvents?: true;
  description?: string | undefined;
  /** Credentials that are sent together, and alternatives to them. None for a route without a credential. */
  security: Record<string, string[]>[];
  servers?: Server[];
  params?: z.ZodObject | undefined;
  query?: z.ZodObject | undefined;
  headers?: (Parameter | Reference)[];
  body?: { type: string; schema: z.ZodType };
  answers: DescribedAnswer[];
  errors: readonly ErrorCode[];
  /** The body of error answers, where it is not the common one. */
  errorSchema?: z.ZodType;
  /** For a page: the media type of its service's errors. Those of the gateway are JSON. */
  errorPageType?: string;
}

export interface DescribedAnswer {
  status: number;
  description: string;
  /** Absent for an answer without a body. */
  body?: { type: string; schema: z.ZodType };
  headers: Record<string, Header | Reference>;
}
