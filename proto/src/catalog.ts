import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Toolset, Area } from "./areas.js";

/** The part of JSON Schema that every MCP host understands, and all that the contract uses. */
export type JsonSchema = {
  type: "object" | "array" | "string" | "integer" | "number" | "boolean";
  description?: string;
  properties?: { [name: string]: JsonSchema };
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  default?: string | number | boolean;
  enum?: (string | number)[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
};

/** The schema of a tool's arguments or of its answer. */
export type ObjectSchema = JsonSchema & { type: "object"; properties: { [name: string]: JsonSchema } };

/** The tool hints of MCP; all four are always present. */
export type Annotations = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** One page of `gen/tools`: everything about a tool that can be written down as JSON. Agents get what `publishTool` leaves of it. */
export type ToolPage = {
  name: string;
  title: string;
  description: string;
  area: Area;
  /** The toolset that a caller has to request; absent on the tools of the default catalogue. */
  toolset?: Toolset;
  /** Full protobuf name of the service that answers, such as tenantops.supply.v1.SupplyService. */
  service: string;
  /** Name of its rpc, such as ListStocks. */
  rpc: string;
  /** Changes stored data. Everything else reads or previews. */
  isWrite: boolean;
  /** No other tool can undo its effect. */
  irreversible: boolean;
  /** On a tool that writes: the tool that previews it. */
  preview?: string;
  /** On a tool that writes: the number that rules of approvals compare, in the preview or in the arguments, and what it counts. */
  measure?: { in: "preview" | "arguments"; field: string; unit: string };
  /** On a tool that previews: the tool that carries it out. */
  writer?: string;
  annotations: Annotations;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
};

/** A tool as the gateway uses it: its page, and the rpc to call. */
export type CatalogTool = ToolPage & { method: DescMethodUnary };

/** The documentation of one field in the contract. */
export type FieldDoc = {
  /** As agents see it on the wire. */
  name: string;
  /** `string`, `integer`, `number`, `boolean`, the name of a message, or `array of …`. */
  type: string;
  description: string;
  required?: boolean;
  default?: string | number | boolean;
  /** Such as "1 to 500" or "one of `physical`, `online`". */
  constraints?: string;
};

export type MessageDoc = { description: string; fields: FieldDoc[] };
