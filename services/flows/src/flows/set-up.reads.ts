import type { Scope } from "@tenant-ops/kit/data";
import { findRequiredProvider } from "../bank/required-provider.js";
import { listNearlyUsed } from "../limits/usage.rules.js";
import { findUsage, type VisitorLimits } from "../limits/visitor-limits.js";
import { findProviders } from "../providers/providers.store.js";
import type { SetUp } from "./checklist.rules.js";
import type { Flow } from "./flows.rules.js";

/** What the business has set up, as the checklist of this flow needs it. */
export async function readSetUp(
  scope: Scope,
  flow: Pick<Flow, "isBankProviderRequired">,
  limits: VisitorLimits,
): Promise<SetUp> {
  const [bankProvider, providers] = await Promise.all([findRequiredProvider(scope, flow), findProviders(scope)]);
  const ofVisitors = limits.ofBusiness(scope.businessId, providers?.whatsapp?.codesPerDayMax);
  const nearlyUsed = listNearlyUsed(ofVisitors, await findUsage(scope, ofVisitors), scope.now);
  return { isBankOn: bankProvider !== undefined, providers, nearlyUsed };
}
