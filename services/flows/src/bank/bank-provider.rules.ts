import { Refusal } from "@tenant-ops/kit/errors";
import { selectValidSecrets, type SigningSecret } from "@tenant-ops/kit/egress";

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

/** A provider as callers see it, without its secrets. */
export function showProvider({ url, isEnabled, secrets, createdAt, updatedAt }: BankProvider, now: Date) {
  return {
    url,
    isEnabled,
    secrets: selectValidSecrets(secrets, now).map((secret) => ({
      kid: secret.kid,
      createdAt: secret.createdAt.toISOString(),
      ...(secret.expiresAt && { expiresAt: secret.expiresAt.toISOString() }),
    })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
