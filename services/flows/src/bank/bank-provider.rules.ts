import { Refusal } from "@tenant-ops/kit/errors";
import type { BankProvider } from "./bank-provider.store.js";

const howToSetUp = "REST: PUT /v1/public/flows/bank-provider sets it up.";

/** @throws Refusal bank_provider_not_found */
export function requireProvider(provider: BankProvider | null): BankProvider {
  if (provider) return provider;
  throw new Refusal("bank_provider_not_found", `No bank validation is set up for this business. ${howToSetUp}`);
}

/** @throws Refusal bank_provider_not_found, also for one that is off */
export function requireEnabledProvider(provider: BankProvider | null): BankProvider {
  const found = requireProvider(provider);
  if (found.isEnabled) return found;
  throw new Refusal("bank_provider_not_found", `The bank validation of this business is off. ${howToSetUp}`);
}
