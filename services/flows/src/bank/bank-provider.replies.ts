import { selectValidSecrets } from "@tenant-ops/kit/egress";
import type { BankAnswer, BankFailure } from "./bank-outcomes.rules.js";
import type { BankProvider } from "./bank-provider.types.js";

/** A provider as callers see it, without its secrets. */
export function toProviderAnswer({ url, isEnabled, secrets, createdAt, updatedAt }: BankProvider, now: Date) {
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

export function toTestAnswer(result: BankAnswer | BankFailure) {
  return "status" in result
    ? { status: result.status, reason: result.reason, failure: "" }
    : { status: "failed" as const, reason: "", failure: result.failure };
}
