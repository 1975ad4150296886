import { decryptSecret } from "@tenant-ops/kit/encryption";
import { bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/flows";
import type { FlowsReads } from "../context.js";
import { rejectRegistration } from "../registrations/registrations.verbs.js";
import { untilDeleted } from "../retentions.js";
import { bankCallbackHttp, type CallbackReads } from "./bank-callbacks.http.js";
import type { BankAnswer, BankFailure } from "./bank-outcomes.rules.js";
import { showProvider } from "./bank-provider.rules.js";
import { bankProviderIndexes, findBankProvider } from "./bank-provider.store.js";
import { removeBankProvider, rotateBankSecret, setBankProvider, tryBankProvider } from "./bank-provider.verbs.js";
import { keepBankWaiting } from "./bank-validations.verbs.js";

/** Where and how a business has registrations validated. A secret is answered once, to the request that makes it. */
export const bankProviders = defineNoun({
  collections: {
    bankProviders: { indexes: bankProviderIndexes, retention: untilDeleted, personal: "Settings of the business." },
  },
  verbs: {
    setBankProvider,
    removeBankProvider,
    rotateBankSecret,
    tryBankProvider,
    keepBankWaiting,
    rejectRegistration,
  },

  http(app, verbs, reads: FlowsReads & CallbackReads) {
    const { scope, keyring } = reads;
    bindRoute(app, routes.getBankProvider, async ({ call }) => {
      const reading = scope(call);
      const provider = await findBankProvider(reading);
      return { provider: provider && showProvider(provider, reading.now) };
    });
    bindRoute(app, routes.putBankProvider, async ({ call, body }) => {
      const { provider, enc } = await verbs.setBankProvider(call, body);
      return { ...provider, secret: enc === "" ? null : decryptSecret(keyring, enc, call.businessId) };
    });
    bindRoute(app, routes.deleteBankProvider, ({ call }) => verbs.removeBankProvider(call, undefined));
    bindRoute(app, routes.rotateBankProviderSecret, async ({ call, body }) => {
      const { provider, enc } = await verbs.rotateBankSecret(call, body);
      return { ...provider, secret: decryptSecret(keyring, enc, call.businessId) };
    });
    bindRoute(app, routes.testBankProvider, async ({ call }) => toTestReply(await verbs.tryBankProvider(call, {})));
    bankCallbackHttp(app, { ...reads, ...verbs });
  },
});

function toTestReply(result: BankAnswer | BankFailure) {
  return "status" in result
    ? { status: result.status, reason: result.reason, failure: "" }
    : { status: "failed" as const, reason: "", failure: result.failure };
}
