import { performance } from "node:perf_hooks";
import { Agent, type Dispatcher } from "undici";
import { createAddressResolver } from "./address-resolver.js";
import { createConnector } from "./connector.js";
import { EgressError, toEgressFailure } from "./egress-errors.js";
import type { EgressClient, EgressOptions, HttpResult } from "./egress.types.js";
import { checkUrl, getHost } from "./url.rules.js";

const bodyBytesMax = 16 * 1024;
// The status decides the result. The body is read only to keep the connection usable.
const bodyTimeoutMs = 2000;

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
    // Short, so that a request seldom goes into a connection that the receiver is closing.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 16 * 1024,
  });

  async function send(text: string, headers: Record<string, string>, body: Buffer, signal: AbortSignal) {
    // Checked again on every attempt: the stored URL may be older than a rule.
    const { origin, pathname, search } = checkUrl(text, options);
    return agent.request({ origin, path: `${pathname}${search}`, method: "POST", headers, body, signal });
  }

  return {
    async post(url, headers, body): Promise<HttpResult> {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(new EgressError("timeout")), timeoutMs);
      const endsAt = performance.now() + timeoutMs;
      try {
        const response = await send(url, headers, body, abort.signal);
        await discardBody(response, endsAt);
        return { code: response.statusCode, ...readRetryAfter(response) };
      } catch (error) {
        return { error: toEgressFailure(error) };
      } finally {
        clearTimeout(timer);
      }
    },
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

/** Reads at most 16 KiB, so that the connection can serve the next attempt, and closes the connection where more would come. */
async function discardBody({ body }: Dispatcher.ResponseData, endsAt: number): Promise<void> {
  const waitMs = Math.max(Math.min(bodyTimeoutMs, endsAt - performance.now()), 0);
  const timer = setTimeout(() => body.destroy(), waitMs);
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > bodyBytesMax) break;
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
