import { readFileSync } from "node:fs";
import { isReference, resolveReference } from "@tenant-ops/rest/openapi";
import type {
  Header,
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  Response,
  Schema,
  Server,
} from "@tenant-ops/rest/openapi";

/** An operation of the committed document, with its references to parameters and answers replaced. */
export interface DocumentedOperation extends Omit<Operation, "parameters" | "responses"> {
  method: Method;
  path: string;
  servers: Server[];
  parameters: Parameter[];
  responses: Record<string, Omit<Response, "headers"> & { headers: Record<string, Header> }>;
}

const file = new URL("../../../rest/openapi.json", import.meta.url);

/** The committed document. The generated requests follow from it and from nothing else. */
export const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;

const methods: readonly Method[] = ["get", "post", "put", "patch", "delete"];

export const operations: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ ...resolve(operation), method, path, servers: item.servers ?? document.servers }] : [];
  }),
);

function resolve(operation: Operation) {
  const responses = Object.entries(operation.responses).map(([status, one]) => {
    const { headers = {}, ...response } = follow<Response>(one);
    const entries = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), follow<Header>(header)]);
    return [status, { ...response, headers: Object.fromEntries(entries) as Record<string, Header> }];
  });
  return {
    ...operation,
    parameters: (operation.parameters ?? []).map((one) => follow<Parameter>(one)),
    responses: Object.fromEntries(responses) as DocumentedOperation["responses"],
  };
}

function follow<T extends object>(value: T | Reference): T {
  return isReference(value) ? resolveReference<T>(document, value) : value;
}

/** The schema behind a reference to a component; another schema as it is. */
export function followSchema(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : followSchema(resolveReference<Schema>(document, { $ref: schema.$ref }));
}
