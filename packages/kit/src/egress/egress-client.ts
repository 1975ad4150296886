import type { Agent, Dispatcher } from "undici";
import { createAddressResolver, EgressError, toEgressFailure } from "./address-resolver.js";
import type { EgressAnswer, EgressClient, EgressOptions, EgressRequest, HttpResult } from "./egress.types.js";
import { StatusHandler } from "./status-handler.js";
import { checkUrl, egressRefused, getHost, type UrlRules } from "./url.rules.js";

type Outgoing = Omit<EgressRequest, "bodyBytesMax">;

/**
 * The HTTP client for URLs that tenants give. It follows no redirects, decompresses no bodies, and connects only to addresses
 * that were checked (see connector.ts).
 */
export function createEgressClient(options: EgressOptions): EgressClient {
  const { timeoutMs } = options;
  const resolver = createAddressResolver(options);
  let agent: Promise<Agent> | undefined;
  // Loaded for the first request, because an idle process sends none.
  const openAgent = () => (agent ??= import("./egress-agent.js").then((load) => load.createAgent(options, resolver)));

  function toRequest({ url, method = "GET", headers = {}, body }: Outgoing) {
    // Checked again on every attempt: the stored URL may be older than a rule.
    const { origin, pathname, search } = checkUrl(url, options);
    return { origin, path: `${pathname}${search}`, method, headers, body: body ?? null };
  }

  /** Without the stream and the signal that `agent.request` creates for each answer. */
  async function send(request: ReturnType<typeof toRequest>): Promise<HttpResult> {
    const opened = await openAgent();
    return new Promise((resolve) => void opened.dispatch(request, new StatusHandler(timeoutMs, resolve)));
  }

  return {
    async post(url, headers, body): Promise<HttpResult> {
      try {
        return await send(toRequest({ url, method: "POST", headers, body }));
      } catch (error) {
        return { error: toEgressFailure(error) };
      }
    },
    async request({ bodyBytesMax, ...request }): Promise<EgressAnswer> {
      // Before the time of the request begins.
      const opened = await openAgent();
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(new EgressError("timeout")), timeoutMs);
      try {
        const response = await opened.request({ ...toRequest(request), signal: abort.signal });
        const body = await readBody(response, bodyBytesMax);
        return { code: response.statusCode, headers: response.headers, body };
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
      await (await agent)?.destroy();
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
