import type { EgressClient } from "./egress.types.js";
import { checkUrl, egressRefused, type UrlRules } from "./url.rules.js";

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
