import { type Database, newId } from "@tenant-ops/kit/data";
import { createAddressCheck, createSigningSecret, rotateSecrets, selectValidSecrets } from "@tenant-ops/kit/egress";
import { decryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { bindRoute } from "@tenant-ops/kit/http";
import {
  deleteBankProvider as deleteBankProviderRoute,
  getBankProvider,
  putBankProvider,
  rotateBankProviderSecret,
  testBankProvider,
} from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import type { BankClient } from "./bank-client.js";
import type { BankAnswer, BankFailure } from "./bank-outcomes.rules.js";
import { requireProvider } from "./bank-provider.rules.js";
import {
  type BankProvider,
  changeBankProvider,
  deleteBankProvider,
  findBankProvider,
  insertBankProvider,
} from "./bank-provider.store.js";

const hourMs = 3_600_000;

/** REST routes for where and how a business has registrations validated. A secret is answered once, to the request that makes it. */
export function bankProviderHttp(app: FastifyInstance, db: Database, bank: BankClient, keyring: Keyring): void {
  const createSecret = (businessId: string, now: Date) => createSigningSecret(keyring, businessId, newId("bks"), now);

  bindRoute(app, getBankProvider, async ({ call }) => {
    const scope = db.scope(call);
    const provider = await findBankProvider(scope);
    return { provider: provider && toProviderReply(provider, scope.now) };
  });

  bindRoute(app, putBankProvider, async ({ call, body: { url, isEnabled } }) => {
    const { businessId } = call;
    const checkAddress = createAddressCheck(bank.egress, bank.rules, url);
    // The stored answer of this request contains the encrypted secret, so that a repeat gets it again.
    const { provider, enc } = await db.transaction(call, async (scope) => {
      await checkAddress();
      const changed = await changeBankProvider(scope, { url, isEnabled });
      if (changed) return { provider: toProviderReply(changed, scope.now), enc: "" };
      const secret = createSecret(businessId, scope.now);
      const added = {
        _id: businessId,
        url,
        isEnabled,
        secrets: [secret],
        createdAt: scope.now,
        updatedAt: scope.now,
      };
      await insertBankProvider(scope, added);
      return { provider: toProviderReply(added, scope.now), enc: secret.enc };
    });
    return { ...provider, secret: enc === "" ? null : decryptSecret(keyring, enc, businessId) };
  });

  bindRoute(app, deleteBankProviderRoute, ({ call }) =>
    db.transaction(call, async (scope) => {
      if (!(await deleteBankProvider(scope))) requireProvider(null);
      return undefined;
    }),
  );

  bindRoute(app, rotateBankProviderSecret, async ({ call, body: { overlapHours } }) => {
    const { businessId } = call;
    const { provider, enc } = await db.transaction(call, async (scope) => {
      const { secrets } = requireProvider(await findBankProvider(scope));
      const added = createSecret(businessId, scope.now);
      const rotated = rotateSecrets(secrets, added, overlapHours * hourMs, scope.now);
      const changed = requireProvider(await changeBankProvider(scope, { secrets: rotated }));
      return { provider: toProviderReply(changed, scope.now), enc: added.enc };
    });
    return { ...provider, secret: decryptSecret(keyring, enc, businessId) };
  });

  bindRoute(app, testBankProvider, ({ call }) => {
    let asked: ReturnType<BankClient["askAsTest"]> | undefined;
    // The transaction stores the answer for a repeat. It may run again; the provider is asked once.
    return db.transaction(call, async (scope) => {
      const provider = requireProvider(await findBankProvider(scope));
      asked ??= bank.askAsTest(provider, {
        registrationId: newId("bkt"),
        slug: "test",
        answers: {},
        createdAt: scope.now,
      });
      return toTestReply(await asked);
    });
  });
}

/** A provider as callers see it, without its secrets. */
function toProviderReply({ url, isEnabled, secrets, createdAt, updatedAt }: BankProvider, now: Date) {
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

function toTestReply(result: BankAnswer | BankFailure) {
  return "status" in result
    ? { status: result.status, reason: result.reason, failure: "" }
    : { status: "failed" as const, reason: "", failure: result.failure };
}
