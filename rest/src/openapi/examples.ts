import type { JsonValue } from "./openapi.types.js";

/** A request and its answer, recorded from a real run: `rest/examples/<operationId>.json`. */
export interface RouteExample {
  operation: string;
  request: {
    params: Record<string, string>;
    query: Record<string, string | number | boolean>;
    headers: Record<string, string>;
    body?: JsonValue;
  };
  response: {
    status: number;
    headers: Record<string, string>;
    body?: JsonValue;
  };
}
