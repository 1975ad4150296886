import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { EgressClient } from "@tenant-ops/kit/egress";
import { rateLimited } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { createCache, type Cache } from "@tenant-ops/kit/caches";
import { computeCacheSeconds, parseDocument } from "./metadata-document.rules.js";
import type { ClientProblem, OauthClient } from "./registration.rules.js";

/** The longest time of one request for a document. */
export const documentTimeoutMs = 3000;
const documentBytesMax = 5 * 1024;
const cachedMax = 1000;
/** Short: the operator of the client may be repairing the document. */
const failureMs = 30_000;

/** How many documents this process fetches for one person in a minute. */
const fetchesPerMinute = 20;
const minuteMs = 60_000;
const peopleMax = 10_000;

export interface MetadataDocuments {
  /**
   * @param personId the person for whom the document is fetched
   * @returns the problem when there is no valid document at this address
   * @throws Refusal rate_limited
   */
  find(clientId: string, personId: string): Promise<OauthClient | ClientProblem>;
}

/** The documents of clients whose client_id is an address. They are fetched through the egress guard and kept for a while. */
export function createMetadataDocuments(egress: EgressClient, logger: Logger): MetadataDocuments {
  const cache = createCache<OauthClient | ClientProblem>({ max: cachedMax });

  const fetches = createCache<{ count: number }>({ max: peopleMax, ttl: minuteMs });

  const load = singleFlight(async (clientId: string) => {
    const { client, keepMs } = await fetchDocument(egress, clientId, logger);
    cache.set(clientId, client, { ttl: keepMs });
    return client;
  });

  return {
    async find(clientId, personId) {
      const cached = cache.get(clientId);
      if (cached) return cached;
      countFetch(fetches, personId);
      return load(clientId);
    },
  };
}

/** Without this limit, a person could make this process send requests to any address at any rate. */
function countFetch(fetches: Cache<{ count: number }>, personId: string): void {
  const fetched = fetches.get(personId) ?? { count: 0 };
  if (fetched.count === 0) fetches.set(personId, fetched);
  fetched.count += 1;
  if (fetched.count <= fetchesPerMinute) return;
  throw rateLimited(`More than ${fetchesPerMinute} new clients in a minute.`, minuteMs / 1000);
}

async function fetchDocument(
  egress: EgressClient,
  clientId: string,
  logger: Logger,
): Promise<{ client: OauthClient | ClientProblem; keepMs: number }> {
  const fail = (problem: ClientProblem) => {
    logger.info({ clientHost: new URL(clientId).host, ...problem }, "client metadata document refused");
    return { client: problem, keepMs: failureMs };
  };
  const headers = { accept: "application/json" };
  const answer = await egress.request({ url: clientId, headers, bodyBytesMax: documentBytesMax });
  if ("error" in answer) return fail({ reason: answer.error });
  if (answer.code !== 200) return fail({ reason: `status ${answer.code}` });
  const client = parseDocument(clientId, answer.body.toString("utf8"));
  if ("reason" in client) return fail(client);
  return { client, keepMs: computeCacheSeconds(String(answer.headers["cache-control"] ?? "")) * 1000 };
}
