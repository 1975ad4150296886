import type { UrlRules } from "./url.rules.js";

/** Why an attempt got no status. Tenants see these words, and nothing else of the error. */
export type EgressFailure = "egress_refused" | "timeout" | "dns" | "connect" | "tls" | "reset" | "bad_answer";

/** How one request ended: with a status, or without one. */
export type HttpResult = { code: number; retryAfter?: string } | { error: EgressFailure };

export interface EgressOptions extends UrlRules {
  /** Longest time of one request, from the name look-up to the end of the answer. */
  timeoutMs: number;
  /** The system's when not given. */
  dnsServers?: string[];
}

export interface EgressClient {
  /** Sends one request. Never throws: every failure is a result. */
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<HttpResult>;
  /** Whether the URL's name has a forbidden address now. False for a name without an address. */
  hasForbiddenAddress(url: URL): Promise<boolean>;
  close(): Promise<void>;
}
