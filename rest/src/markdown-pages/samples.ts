import type { RouteExample } from "../openapi/examples.js";
import type { PlacedOperation } from "../openapi/references.js";

/** The recorded request as a command for a shell with URL, KEY and BUSINESS. */
export function renderCurl({ method, path, operation, servers }: PlacedOperation, { request }: RouteExample): string {
  const schemes = Object.keys(operation.security?.[0] ?? {});
  const isForOperators = servers !== undefined;
  const body = request.body ?? undefined;
  const headers = {
    ...(schemes.includes("apiKey") && { "x-api-key": "$KEY" }),
    ...(schemes.includes("businessId") && { "x-business-id": "$BUSINESS" }),
    ...(isForOperators && { authorization: "Bearer $OPERATOR_KEY" }),
    ...request.headers,
    ...(typeof body === "object" && { "content-type": "application/json" }),
  };
  const search = toSearch(request.query);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.params[name] ?? "");
  const verb = method === "get" || (method === "post" && body !== undefined) ? "" : `-X ${method.toUpperCase()} `;
  const target = `curl -s ${verb}"${isForOperators ? "$OPERATOR_URL" : "$URL"}${filled}${search && `?${search}`}"`;
  const data =
    body === undefined ? [] : [`-d '${quoteForShell(typeof body === "string" ? body : JSON.stringify(body))}'`];
  return [target, ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`), ...data].join(" \\\n  ");
}

function toSearch(query: RouteExample["request"]["query"]): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function quoteForShell(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

/** The part of `@tenant-ops/client` with the operation; undefined where the client has none, which is for businesses only. */
export function findClientArea({ operation: { security = [], tags } }: PlacedOperation): string | undefined {
  const isForBusinesses = security.some((schemes) => "apiKey" in schemes && "businessId" in schemes);
  return isForBusinesses ? tags[0]?.toLowerCase() : undefined;
}

/** The recorded request as a call of `@tenant-ops/client`. */
export function renderClientCall(
  { method, operation }: PlacedOperation,
  { request }: RouteExample,
  area: string,
): string {
  const { params, query, headers } = request;
  const body = typeof request.body === "object" && !Array.isArray(request.body) ? request.body : {};
  const input = { ...params, ...query, ...body };
  const idempotencyKey = headers["idempotency-key"];
  const given = [
    ...(Object.keys(input).length > 0 || idempotencyKey !== undefined ? [toJavaScript(input)] : []),
    ...(idempotencyKey === undefined ? [] : [toJavaScript({ idempotencyKey })]),
  ];
  const call = `client.${area}.${operation.operationId}(${given.join(", ")})`;
  const isList = method === "get" && (operation.parameters ?? []).some((one) => "name" in one && one.name === "cursor");
  if (isList) return `for await (const item of ${call}) console.log(item);`;
  return "204" in operation.responses ? `await ${call};` : `const answer = await ${call};`;
}

const lineCharactersMax = 80;

/** JSON with names without quotes where possible; short values are on one line. */
function toJavaScript(value: object): string {
  const lines = JSON.stringify(value, null, 2).replaceAll(/"([A-Za-z_$][\w$]*)":/g, "$1:");
  const line = lines.replaceAll(/\n\s*/g, " ");
  return line.length <= lineCharactersMax ? line : lines;
}
