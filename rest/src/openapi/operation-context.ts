import type { ErrorCode } from "@tenant-ops/kit/errors";
import type { RouteExample } from "./examples.js";
import type { JsonValue } from "./openapi.types.js";
import type { SchemaComponents } from "./schemas.js";

/** The data that all operations of the document share. */
export interface OperationContext {
  schemas: SchemaComponents;
  findExample: (operationId: string) => RouteExample | undefined;
  /** A recorded answer with this code. */
  findErrorBody: (code: ErrorCode) => JsonValue | undefined;
}
