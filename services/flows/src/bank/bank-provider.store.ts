import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { Flow } from "../flows/flows.rules.js";
import type { BankProvider } from "./bank-provider.rules.js";

// Only the index that every `_id` has.
export const bankProviderIndexes = [];

const providers = (scope: Scope) => scope.collection<BankProvider>("bankProviders");

export function findBankProvider(scope: Scope): Promise<BankProvider | null> {
  return providers(scope).findById(scope.businessId);
}

export async function insertBankProvider(scope: WriteScope, provider: BankProvider): Promise<void> {
  await providers(scope).insertOne(provider);
}

/** @returns the provider afterwards; null when there is none */
export function changeBankProvider(
  scope: WriteScope,
  changes: Partial<Pick<BankProvider, "url" | "isEnabled" | "secrets">>,
): Promise<BankProvider | null> {
  return providers(scope).findOneAndUpdate({ _id: scope.businessId }, { $set: { ...changes, updatedAt: scope.now } });
}

/** @returns false when there was none */
export function deleteBankProvider(scope: WriteScope): Promise<boolean> {
  return providers(scope).deleteOne({ _id: scope.businessId });
}

/** The provider that validates the registrations of a flow. Undefined when the flow needs none, or it is not set up, or off. */
export async function findRequiredProvider(
  scope: Scope,
  { isBankProviderRequired }: Pick<Flow, "isBankProviderRequired">,
): Promise<BankProvider | undefined> {
  const provider = isBankProviderRequired ? await findBankProvider(scope) : null;
  return provider?.isEnabled ? provider : undefined;
}
