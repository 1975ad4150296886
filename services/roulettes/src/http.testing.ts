import type { RoulettesTenant } from "./testing.js";

// REST requests of tests.

export interface RestResponse {
  status: number;
  body: Record<string, unknown>;
  replayed: boolean;
}

/** @param key the Idempotency-Key */
export async function send(
  tenant: RoulettesTenant,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<RestResponse> {
  const headers = key && { headers: { "idempotency-key": key } };
  const response = await tenant.http(method, path, { ...headers, ...(body !== undefined && { body }) });
  const replayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, replayed };
}

/** The same request about a record of another business and about one that does not exist: both without the id. */
export async function sendAsOther(
  tenant: RoulettesTenant,
  [id, unknownId]: readonly [string, string],
  request: (id: string) => readonly [method: string, path: string, body?: unknown],
): Promise<RestResponse[]> {
  return Promise.all(
    [id, unknownId].map(async (one) => {
      const [method, path, body] = request(one);
      const answer = await send(tenant, method, path, body, "other");
      const { request_id: _, ...rest } = answer.body;
      return { ...answer, body: { ...rest, detail: String(rest["detail"]).replaceAll(one, "<id>") } };
    }),
  );
}
