import type { TestMesh } from "../mesh/test-mesh.js";
import type { SeededTenant } from "../records/seeded-tenants.js";
import type { DocumentedOperation } from "./document.js";
import { document } from "./document.js";
import type { GeneratedRequest } from "./requests.js";
import { describeMismatch } from "./validation.js";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Sends generated requests with the credential that the operation names.
 * @param testKey of the same business, for the operations that live keys may not call
 */
export function createSender({ url, mesh }: TestMesh, { key, businessId }: SeededTenant, testKey: string) {
  const [operatorUrl = ""] = mesh.operatorUrls;
  const toHeaders = ({ tags }: DocumentedOperation): Record<string, Record<string, string>> => ({
    apiKey: { "x-api-key": tags.includes("Sandbox") ? testKey : key },
    businessId: { "x-business-id": businessId },
    operatorKey: { authorization: `Bearer ${mesh.operatorKey}` },
  });

  return async function send(operation: DocumentedOperation, request: GeneratedRequest): Promise<Answer> {
    const [way = {}] = operation.security ?? document.security;
    const credentials = toHeaders(operation);
    // Operators have a server of their own in the document.
    const base = operation.servers === document.servers ? url : operatorUrl;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => request.pathValues[name] ?? name);
    const query = new URLSearchParams(request.query).toString();
    const response = await fetch(`${base}${path}${query && `?${query}`}`, {
      method: request.method,
      redirect: "manual",
      headers: { ...Object.assign({}, ...Object.keys(way).map((name) => credentials[name])), ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** What the answer does that the document does not say; undefined when nothing. */
export function describeDeviation(operation: DocumentedOperation, answer: Answer): string | undefined {
  const documented = operation.responses[String(answer.status)];
  // 502 is no fault of ours: a system that the request names, such as an identity provider, does not answer.
  if (answer.status >= 500 && answer.status !== 502) return `answered ${answer.status}`;
  if (!documented) return `answered ${answer.status}, which is not documented`;
  const missing = Object.entries(documented.headers).find(
    ([name, { required }]) => required && !answer.headers.has(name),
  );
  if (missing) return `answered ${answer.status} without the header ${missing[0]}`;
  return describeBodyDeviation(documented.content, answer);
}

function describeBodyDeviation(
  content: DocumentedOperation["responses"][string]["content"],
  { status, headers, text }: Answer,
): string | undefined {
  const type = headers.get("content-type")?.split(";")[0];
  if (!content) return text === "" ? undefined : `answered ${status} with a body, which is not documented`;
  const media = type === undefined ? undefined : content[type];
  if (!media) return `answered ${status} as ${type ?? "no content type"}, which is not documented`;
  if (!type?.endsWith("json")) return undefined;
  const mismatch = describeMismatch(media.schema, JSON.parse(text));
  return mismatch && `answered ${status} with a body of another form: ${mismatch}`;
}

/** For the report of a failed run. */
export function describeRequest(operation: DocumentedOperation, request: GeneratedRequest, answer: Answer): string {
  const { what, pathValues, query, headers, body } = request;
  return [
    `${request.method} ${operation.path} (${what || "valid"})`,
    JSON.stringify({ pathValues, query, headers, body: body?.slice(0, 300) }),
    `→ ${answer.status} ${answer.text.slice(0, 300)}`,
  ].join("\n    ");
}
