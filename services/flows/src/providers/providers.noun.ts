import { invalid, Refusal } from "@tenant-ops/kit/errors";
import { bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { toE164 } from "@tenant-ops/kit/texts";
import * as routes from "@tenant-ops/rest/flows";
import type { FlowsReads } from "../context.js";
import { sendTestCode } from "../sign-in/send-codes.js";
import { beginTestCode } from "../sign-in/sign-ins.verbs.js";
import { untilDeleted } from "../retentions.js";
import { showProviders, showSend } from "./providers.rules.js";
import { findProviders, providerIndexes } from "./providers.store.js";
import { removeProviders, setProviders } from "./providers.verbs.js";

/** Settings of a business: how visitors of its flows prove who they are. */
export const signInProviders = defineNoun({
  collections: {
    signInProviders: { indexes: providerIndexes, retention: untilDeleted, personal: "Settings of the business." },
  },
  verbs: { setProviders, removeProviders, beginTestCode },

  http(app, { setProviders, removeProviders, beginTestCode }, reads: FlowsReads) {
    const { scope, signIn } = reads;
    bindRoute(app, routes.getVisitorSignIn, async ({ call }) => ({
      ...showProviders(await findProviders(scope(call))),
      redirectUrl: signIn.getRedirectUrl(call),
    }));
    bindRoute(app, routes.putVisitorSignIn, async ({ call, body }) => ({
      ...(await setProviders(call, body)),
      redirectUrl: signIn.getRedirectUrl(call),
    }));
    bindRoute(app, routes.deleteVisitorSignIn, ({ call }) => removeProviders(call, undefined));
    bindRoute(app, routes.testVisitorWhatsApp, async ({ call, body }) => {
      const phone = toE164(body.phone, call.country);
      if (!phone)
        throw invalid("phone", "is no phone number; write it with country code, such as +52 55 1234 5678", "phone");
      const provider = (await findProviders(scope(call)))?.whatsapp;
      if (!provider) throw new Refusal("whatsapp_not_configured", "The business has not set its WhatsApp account.");
      return showSend(await sendTestCode({ ...reads, beginTestCode }, call, provider, phone));
    });
  },
});
