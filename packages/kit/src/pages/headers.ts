import type { PageStyle } from "./layout.js";

export const htmlType = "text/html; charset=utf-8";

export interface PagePolicy {
  style: PageStyle;
  /**
   * Addresses besides the page's own to which its forms may lead. `form-action` applies to redirects after a form too, so each
   * address of such a redirect must be among them.
   */
  formTargets?: readonly string[];
  /** Which sites may show the page in a frame; none when absent. */
  frameAncestors?: string;
  /** Further directives of the Content-Security-Policy, such as `["script-src", "'self'"]`. */
  directives?: readonly (readonly [name: string, sources: string])[];
}

/** The headers of every page. The policy allows the page's own style sheet and forms, and nothing else that it does not name. */
export function createPageHeaders({
  style,
  formTargets = [],
  frameAncestors = "'none'",
  directives = [],
}: PagePolicy): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${style.source}`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    ...directives.map(([name, sources]) => `${name} ${sources}`),
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
