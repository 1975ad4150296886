import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { TokenCookie } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { RelyingParty } from "../passkeys/relying-party.js";

export interface SignInOptions {
  db: Database;
  bus: Bus;
  logger: Logger;
  cookie: TokenCookie;
  /** Ties a sign-in to the browser that began it. */
  browserCookie: TokenCookie;
  relyingParty: RelyingParty;
  config: { APP_URL: string };
}
