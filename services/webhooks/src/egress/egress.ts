import { Resolver } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { checkUrl, type Cidr, hostOf, isReachable, type UrlRules } from "./egress.rules.js";

/** How an attempt ended without a status. The tenant sees these words and nothing of the error behind them. */
export type EgressFailure = "egress_refused" | "timeout" | "dns" | "connect" | "tls" | "reset" | "bad_answer";

export type Exchange = { code: number; retryAfter?: string } | { error: EgressFailure };

export interface EgressOptions extends UrlRules {
  /** Longest time of one exchange, from the name look-up to the end of the answer. */
  limitMs: number;
  /** The system's when not given. */
  dnsServers?: string[];
}

export interface Egress {
  /** Sends one request and never throws: whatever the other side does is an outcome. */
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<Exchange>;
  /** Whether a URL's name leads to a forbidden address right now. A name that does not answer leads nowhere yet. */
  leadsInside(url: URL): Promise<boolean>;
  close(): Promise<void>;
}

const answerBytesMax = 16 * 1024;
const addressesTried = 4;
// What comes after the status changes nothing any more; reading it only keeps the connection usable.
const answerMs = 2000;

class EgressError extends Error {
  constructor(readonly failure: EgressFailure) {
    super(failure);
  }
}

/**
 * The only way out of the house. Nothing in here follows redirects, inflates bodies or dials an address that was not judged:
 * literals before dialling, names by their every answer, and the socket's far end once more when it is connected.
 */
export function openEgress(options: EgressOptions): Egress {
  const { allowed, limitMs } = options;
  // c-ares and not getaddrinfo: it reads neither /etc/hosts nor search domains, and its threads cannot run out.
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (options.dnsServers) resolver.setServers(options.dnsServers);
  // A name with a dead first address still has time for its second.
  const dial = buildConnector({
    timeout: Math.ceil(limitMs / 3),
    allowH2: false,
    minVersion: "TLSv1.2",
    autoSelectFamily: false,
  });
  const agent = new Agent({
    connect: (target, callback) => void connectFor(target, callback),
    pipelining: 1,
    // Short, so that we rarely send into a connection which the other side is just closing.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
    maxHeaderSize: 16 * 1024,
  });

  async function connectFor(target: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await connect(target);
    } catch (error) {
      callback(error instanceof Error ? error : new EgressError("connect"), null);
      return;
    }
    callback(null, socket);
  }

  async function connect(target: buildConnector.Options): Promise<Socket> {
    const host = target.hostname.replace(/^\[(.*)\]$/, "$1");
    const servername = isIP(host) ? undefined : host.replace(/\.$/, "");
    let failure: Error = new EgressError("dns");
    for (const address of (await addressesOf(host)).slice(0, addressesTried)) {
      try {
        return await dialPinned({ ...target, hostname: address, ...(servername && { servername }) }, allowed, dial);
      } catch (error) {
        failure = error instanceof Error ? error : new EgressError("connect");
      }
    }
    throw failure;
  }

  /** The addresses to dial, all of them judged. One forbidden answer among them damns the name. */
  async function addressesOf(host: string): Promise<string[]> {
    const addresses = isIP(host) ? [host] : await lookUp(resolver, host.replace(/\.$/, ""));
    if (addresses.length === 0) throw new EgressError("dns");
    if (!addresses.every((address) => isReachable(address, allowed))) throw new EgressError("egress_refused");
    return addresses;
  }

  return {
    async post(text, headers, body) {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(new EgressError("timeout")), limitMs);
      const until = performance.now() + limitMs;
      try {
        // Again on every attempt: the row may be older than a rule, or written by somebody else.
        const url = checkUrl(text, options);
        const response = await agent.request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: "POST",
          headers,
          body,
          signal: abort.signal,
        });
        await readLittle(response, until);
        return { code: response.statusCode, ...retryAfterOf(response) };
      } catch (error) {
        return { error: failureOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
    async leadsInside(url) {
      try {
        await addressesOf(hostOf(url));
        return false;
      } catch (error) {
        return failureOf(error) === "egress_refused";
      }
    },
    close: async () => {
      resolver.cancel();
      await agent.destroy();
    },
  };
}

function dialPinned(
  target: buildConnector.Options,
  allowed: readonly Cidr[],
  dial: buildConnector.connector,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(target, (error, socket) => {
      if (!socket) return reject(error ?? new EgressError("connect"));
      if (isReachable(socket.remoteAddress ?? "", allowed)) return resolve(socket);
      socket.destroy();
      reject(new EgressError("egress_refused"));
    });
  });
}

async function lookUp(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** Reads at most 16 KiB so that the connection can serve the next attempt; cuts it where more would come. */
async function readLittle({ body }: Dispatcher.ResponseData, until: number): Promise<void> {
  const timer = setTimeout(() => body.destroy(), Math.max(Math.min(answerMs, until - performance.now()), 0));
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length;
      if (bytes > answerBytesMax) break;
    }
  } catch {
    // The status stands, however the rest ended.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): { retryAfter?: string } {
  const value = headers["retry-after"];
  return typeof value === "string" ? { retryAfter: value } : {};
}

const codesOf: Record<string, EgressFailure> = {
  egress_refused: "egress_refused",
  invalid_argument: "egress_refused",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "bad_answer",
  UND_ERR_SOCKET: "reset",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ECONNREFUSED: "connect",
  EHOSTUNREACH: "connect",
  ENETUNREACH: "connect",
  ETIMEDOUT: "timeout",
};

function failureOf(error: unknown): EgressFailure {
  if (error instanceof EgressError) return error.failure;
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === "HTTPParserError") return "bad_answer";
  if (typeof code !== "string") return "connect";
  if (tlsCodes.test(code)) return "tls";
  return codesOf[code] ?? "connect";
}

// Node's own errors, OpenSSL's, and OpenSSL's verdicts on certificates; those that Node has no word for are UNSPECIFIED.
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT|UNSPECIFIED)/;
