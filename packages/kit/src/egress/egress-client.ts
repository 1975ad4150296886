import { performance } from "node:perf_hooks";
import { Agent, type Dispatcher } from "undici";
import { createAddressResolver, EgressError, toEgressFailure } from "./address-resolver.js";
import { createConnector } from "./connector.js";
import type {
  EgressAnswer,
  EgressClient,
  EgressFailure,
  EgressOptions,
  EgressRequest,
  HttpResult,
} from "./egress.types.js";
import { checkUrl, egressRefused, getHost, type UrlRules } from "./url.rules.js";

const discardedBytesMax = 16 * 1024;
// For `post` the status decides the result. The body is read only to keep the connection usable.
const bodyTimeoutMs = 2000;

type Outgoing = Omit<EgressRequest, "bodyBytesMax">;

/**
 * The HTTP client for URLs that tenants give. It follows no redirects, decompresses no bodies, and connects only to addresses
 * that were checked (see connector.ts).
 */
export function createEgressClient(options: EgressOptions): EgressClient {
  const { timeoutMs } = options;
  const resolver = createAddressResolver(options);
  const agent = new Agent({
    connect: createConnector(options, resolver),
    pipelining: 1,
    // Short, so that a request is seldom sent on a connection that the receiver is closing.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16 * 1024,
  });

  async function send({ url, method = "GET", headers = {}, body }: Outgoing, signal: AbortSignal) {
    // Checked again on every attempt: the stored URL may be older than a rule.
    const { origin, pathname, search } = checkUrl(url, options);
    return agent.request({ origin, path: `${pathname}${search}`, method, headers, body: body ?? null, signal });
  }

  async function sendInTime<T>(
    request: Outgoing,
    read: (response: Dispatcher.ResponseData, endsAt: number) => Promise<T>,
  ): Promise<T | { error: EgressFailure }> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new EgressError("timeout")), timeoutMs);
    const endsAt = performance.now() + timeoutMs;
    try {
      return await read(await send(request, abort.signal), endsAt);
    } catch (error) {
      return { error: toEgressFailure(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    post: (url, headers, body): Promise<HttpResult> =>
      sendInTime({ url, method: "POST", headers, body }, async (response, endsAt) => {
        await discardBody(response, endsAt);
        return { code: response.statusCode, ...readRetryAfter(response) };
      }),
    request: ({ bodyBytesMax, ...request }): Promise<EgressAnswer> =>
      sendInTime(request, async (response) => ({
        code: response.statusCode,
        headers: response.headers,
        body: await readBody(response, bodyBytesMax),
      })),
    async hasForbiddenAddress(url) {
      try {
        await resolver.resolve(getHost(url));
        return false;
      } catch (error) {
        return toEgressFailure(error) === "egress_refused";
      }
    },
    async close() {
      resolver.cancel();
      await agent.destroy();
    },
  };
}

/** @throws EgressError too_large before more than this is kept in memory */
async function readBody({ body }: Dispatcher.ResponseData, bodyBytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    // Leaving the loop destroys the body and its connection.
    if (bytes > bodyBytesMax) throw new EgressError("too_large");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Reads at most 16 KiB, so that the connection can serve the next attempt, and closes the connection when there is more. */
async function discardBody({ body }: Dispatcher.ResponseData, endsAt: number): Promise<void> {
  const waitMs = Math.max(Math.min(bodyTimeoutMs, endsAt - performance.now()), 0);
  const timer = setTimeout(() => body.destroy(), waitMs);
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > discardedBytesMax) break;
    }
  } catch {
    // A body that breaks off does not change the status.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

function readRetryAfter({ headers }: Dispatcher.ResponseData): { retryAfter?: string } {
  const value = headers["retry-after"];
  return typeof value === "string" ? { retryAfter: value } : {};
}

/**
 * A URL that every request would refuse is refused when it is set. Its name is looked up once, although the transaction may run again; call it inside
 * of the transaction only, because a repeated request gets the stored answer, also when the name resolves to another address now.
 * @throws Refusal egress_refused, invalid_argument
 */
export function createAddressCheck(
  egress: Pick<EgressClient, "hasForbiddenAddress">,
  rules: UrlRules,
  url: string,
): () => Promise<void> {
  let result: Promise<void> | undefined;
  const run = async () => {
    if (await egress.hasForbiddenAddress(checkUrl(url, rules))) throw egressRefused();
  };
  return () => (result ??= run());
}
