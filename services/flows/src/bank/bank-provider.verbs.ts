import { newId } from "@tenant-ops/kit/data";
import { createAddressCheck, createSigningSecret, rotateSecrets } from "@tenant-ops/kit/egress";
import type { Keyring } from "@tenant-ops/kit/encryption";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { FlowsContext } from "../context.js";
import type { BankAnswer, BankFailure } from "./bank-outcomes.rules.js";
import { requireProvider, showProvider } from "./bank-provider.rules.js";
import { changeBankProvider, deleteBankProvider, findBankProvider, insertBankProvider } from "./bank-provider.store.js";

const hourMs = 3_600_000;

const createSecret = (keyring: Keyring, businessId: string, now: Date) =>
  createSigningSecret(keyring, businessId, newId("bks"), now);

// The result contains the new secret encrypted, so that a repeat of the request gets it again, and no other secret.

/** Sets where registrations are validated. Only the first time there is a new secret. */
export const setBankProvider = defineVerb(({ bank, keyring }: FlowsContext) => ({
  loadBefore: async (_, { url }: { url: string; isEnabled: boolean }) =>
    createAddressCheck(bank.egress, bank.rules, url),
  load: (_scope, _request, checkAddress) => checkAddress(),
  plan: (given) => given,
  async write(scope, { url, isEnabled }) {
    const { businessId, now } = scope;
    const changed = await changeBankProvider(scope, { url, isEnabled });
    if (changed) return { provider: showProvider(changed, now), enc: "" };
    const secret = createSecret(keyring, businessId, now);
    const added = { _id: businessId, url, isEnabled, secrets: [secret], createdAt: now, updatedAt: now };
    await insertBankProvider(scope, added);
    return { provider: showProvider(added, now), enc: secret.enc };
  },
}));

export const removeBankProvider = defineVerb(() => ({
  plan: (nothing: undefined) => nothing,
  async write(scope): Promise<undefined> {
    if (!(await deleteBankProvider(scope))) requireProvider(null);
  },
}));

/** Makes a further secret. The present ones stay valid for some hours. */
export const rotateBankSecret = defineVerb(({ keyring }: FlowsContext) => ({
  load: findBankProvider,
  plan: (_: { overlapHours: number }, found) => requireProvider(found),
  async write(scope, { secrets }, { overlapHours }) {
    const added = createSecret(keyring, scope.businessId, scope.now);
    const rotated = rotateSecrets(secrets, added, overlapHours * hourMs, scope.now);
    const changed = requireProvider(await changeBankProvider(scope, { secrets: rotated }));
    return { provider: showProvider(changed, scope.now), enc: added.enc };
  },
}));

interface BankTrial {
  /** The request to the provider. The transaction may run again; the provider is asked once. */
  asked?: Promise<BankAnswer | BankFailure>;
}

/** Asks the provider with a request that is marked as a test. */
export const tryBankProvider = defineVerb(({ bank }: FlowsContext) => ({
  load: findBankProvider,
  plan: (_: BankTrial, found) => requireProvider(found),
  write(scope, provider, trial) {
    const subject = { registrationId: newId("bkt"), slug: "test", answers: {}, createdAt: scope.now };
    return (trial.asked ??= bank.askAsTest(provider, subject));
  },
}));
