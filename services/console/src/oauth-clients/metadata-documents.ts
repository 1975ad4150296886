import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { EgressClient } from "@tenant-ops/kit/egress";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { LRUCache } from "lru-cache";
import type { OauthClient } from "./oauth-clients.types.js";
import { computeCacheSeconds, parseDocument } from "./metadata-document.rules.js";

/** The longest time of one request for a document. */
export const documentTimeoutMs = 3000;
const documentBytesMax = 5 * 1024;
const cachedMax = 1000;
/** Short: the operator of the client may be repairing the document. */
const failureMs = 30_000;

export interface MetadataDocuments {
  /** @returns undefined when there is no valid document at this address */
  find(clientId: string): Promise<OauthClient | undefined>;
}

/** The documents of clients whose client_id is an address. They are fetched through the egress guard and kept for a while. */
export function createMetadataDocuments(egress: EgressClient, logger: Logger): MetadataDocuments {
  const cache = new LRUCache<string, { client: OauthClient | undefined }>({ max: cachedMax });

  const load = singleFlight(async (clientId: string) => {
    const { client, keepMs } = await fetchDocument(egress, clientId, logger);
    cache.set(clientId, { client }, { ttl: keepMs });
    return client;
  });

  return {
    async find(clientId) {
      const cached = cache.get(clientId);
      return cached ? cached.client : load(clientId);
    },
  };
}

async function fetchDocument(
  egress: EgressClient,
  clientId: string,
  logger: Logger,
): Promise<{ client: OauthClient | undefined; keepMs: number }> {
  const fail = (reason: string) => {
    logger.info({ clientHost: new URL(clientId).host, reason }, "client metadata document refused");
    return { client: undefined, keepMs: failureMs };
  };
  const headers = { accept: "application/json" };
  const answer = await egress.request({ url: clientId, headers, bodyBytesMax: documentBytesMax });
  if ("error" in answer) return fail(answer.error);
  if (answer.code !== 200) return fail(`status ${answer.code}`);
  const client = parseDocument(clientId, answer.body.toString("utf8"));
  if (typeof client === "string") return fail(client);
  return { client, keepMs: computeCacheSeconds(String(answer.headers["cache-control"] ?? "")) * 1000 };
}
