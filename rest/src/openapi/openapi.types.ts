// The parts of an OpenAPI 3.1 document that ours uses: https://spec.openapis.org/oas/v3.1.1

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A schema of JSON Schema 2020-12, or a reference to a component. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: JsonValue[];
  const?: JsonValue;
  default?: JsonValue;
  examples?: JsonValue[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  minProperties?: number;
  maxProperties?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: JsonValue;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
  example?: JsonValue;
}

export interface Example {
  summary?: string;
  value: JsonValue;
}

export interface MediaType {
  schema: Schema;
  example?: JsonValue;
  examples?: Record<string, Example | Reference>;
}

export interface RequestBody {
  required: boolean;
  description?: string;
  content: Record<string, MediaType>;
}

export interface Response {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  "x-preview"?: true;
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
  callbacks?: Record<string, Record<string, PathItem>>;
}

export type Method = "get" | "post" | "put" | "patch" | "delete";

export interface Server {
  url: string;
  description: string;
}

export type PathItem = { servers?: Server[] } & { [Key in Method]?: Operation };

export interface SecurityScheme {
  type: "apiKey" | "http" | "oauth2";
  description: string;
  /** Name of the header. */
  name?: string;
  in?: "header";
  scheme?: "bearer";
  flows?: { clientCredentials: { tokenUrl: string; scopes: Record<string, string> } };
}

export interface Components {
  schemas: Record<string, Schema>;
  responses: Record<string, Response>;
  parameters: Record<string, Parameter>;
  headers: Record<string, Header>;
  examples: Record<string, Example>;
  pathItems: Record<string, PathItem>;
  securitySchemes: Record<string, SecurityScheme>;
}

export interface OpenApiDocument {
  openapi: "3.1.1";
  info: {
    title: string;
    summary: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: Server[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, Reference>;
  components: Components;
}
