import type { FlowsConfig } from "../config.js";

/** Where the form of a page may lead: the policy of the page must allow every address that a flow may redirect to. */
export function listFormTargets({ CONSOLE_URL, FLOW_ALLOW_HTTP_LOOPBACK }: FlowsConfig): string[] {
  return [
    "https:",
    ...(CONSOLE_URL.startsWith("http:") ? [new URL(CONSOLE_URL).origin] : []),
    ...(FLOW_ALLOW_HTTP_LOOPBACK ? ["http://localhost:*", "http://127.0.0.1:*"] : []),
  ];
}
