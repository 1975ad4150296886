import type { Scope } from "@tenant-ops/kit/data";
import type { Flow } from "../flows/flows.rules.js";
import { type BankProvider, findBankProvider } from "./bank-provider.store.js";

/** The provider that validates the registrations of a flow. Undefined when the flow needs none, or it is not set up, or off. */
export async function findRequiredProvider(
  scope: Scope,
  { isBankProviderRequired }: Pick<Flow, "isBankProviderRequired">,
): Promise<BankProvider | undefined> {
  if (!isBankProviderRequired) return undefined;
  const provider = await findBankProvider(scope);
  return provider?.isEnabled ? provider : undefined;
}
