import { createTokenCookie, type TokenCookie } from "@tenant-ops/kit/http";

const signInSeconds = 10 * 60;

/** Ties a sign-in to the browser that began it. */
export function createBrowserCookie(appUrl: string): TokenCookie {
  return createTokenCookie(appUrl, "sign-in", signInSeconds);
}
