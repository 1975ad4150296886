import type { FlowsConfig } from "./config.js";
import { cssSource } from "./page.css.js";

export const htmlType = "text/html; charset=utf-8";

/**
 * The headers of every page. The policy allows our own style sheet and form only. `form-action` also applies to the redirect
 * after the form, so it must allow every address that a flow may redirect to.
 */
export function createPageHeaders(config: FlowsConfig): Record<string, string> {
  const formTargets = ["'self'", "https:"];
  if (config.CONSOLE_URL.startsWith("http:")) formTargets.push(new URL(config.CONSOLE_URL).origin);
  if (config.FLOW_ALLOW_HTTP_LOOPBACK) formTargets.push("http://localhost:*", "http://127.0.0.1:*");
  const policy = [
    "default-src 'none'",
    `style-src ${cssSource}`,
    `form-action ${formTargets.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": htmlType,
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    // With `no-referrer` browsers send the form with `Origin: null`, which looks like a form on another site.
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
  };
}
