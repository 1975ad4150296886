import type { UrlRules } from "./url.rules.js";

/** Why a request got no complete answer. Tenants see these words, and nothing else of the error. */
export type EgressFailure =
  | "egress_refused"
  | "timeout"
  | "dns"
  | "connect"
  | "tls"
  | "reset"
  | "bad_answer"
  /** The answer has more bytes than the caller takes. */
  | "too_large";

/** How one request ended: with a status, or without one. */
export type HttpResult = { code: number; retryAfter?: string } | { error: EgressFailure };

export interface EgressRequest {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** An answer with a longer body is a failure. */
  bodyBytesMax: number;
}

/** The answer is not decompressed, and its redirects are not followed. Names of headers are in lower case. */
export type EgressAnswer =
  | { code: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
  | { error: EgressFailure };

export interface EgressOptions extends UrlRules {
  /** Time limit of one request, from the name look-up to the end of the answer. */
  timeoutMs: number;
  /** The system's when not given. */
  dnsServers?: string[];
}

export interface EgressClient {
  /** Sends one request and ignores the body of the answer. Never throws: every failure is a result. */
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<HttpResult>;
  /** Sends one request and reads the body of the answer. Never throws: every failure is a result. */
  request(request: EgressRequest): Promise<EgressAnswer>;
  /** Whether the URL's name has a forbidden address now. False for a name without an address. */
  hasForbiddenAddress(url: URL): Promise<boolean>;
  close(): Promise<void>;
}
