import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { SigningSecret } from "@tenant-ops/kit/egress";

/** The provider that validates registrations of a business. Each business has at most one. */
export interface BankProvider {
  /** The id of the business. */
  _id: string;
  url: string;
  /** While it is off, registrations need no validation. */
  isEnabled: boolean;
  secrets: SigningSecret[];
  createdAt: Date;
  updatedAt: Date;
}

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
