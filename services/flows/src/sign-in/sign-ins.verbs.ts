import type { Call } from "@tenant-ops/kit/call";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { FlowsContext } from "../context.js";
import { claimUsage, giveBackUsage } from "../limits/visitor-limits.js";
import type { SendOutcome, WhatsAppProvider } from "../providers/providers.rules.js";
import { noteSend } from "../providers/providers.store.js";
import { hasProvenPhone } from "../registrations/registrations.store.js";
import { createPendingCode, type PendingCode } from "./codes.rules.js";
import { type Proof, providerMs } from "./sign-ins.rules.js";
import {
  beginProviderVisit,
  confirmCode,
  dropCode,
  setCode,
  setProof,
  takeAttempt,
  takeProviderVisit,
} from "./sign-ins.store.js";

export interface CodeRequest {
  signInId: string;
  flowId: string;
  provider: WhatsAppProvider;
  phone: string;
  address: string;
  /** The code. */
  text: string;
}

/** Counts and stores a code before it is sent. @throws Refusal rate_limited */
export const beginCode = defineVerb(({ signIn: { limits, metrics, hasher } }: FlowsContext) => ({
  load: async (scope, { phone }: CodeRequest) => ({ isKnown: await hasProvenPhone(scope, phone) }),
  plan({ provider, phone, address }, { isKnown }, { businessId }) {
    const { codesPerDayMax: perDayMax } = provider;
    const open = limits.openCodes(businessId, { address, isKnown, perDayMax });
    const ofPhone = limits.codesOfPhone(businessId, phone);
    const ofAddress = limits.signInsOfAddress(businessId, address);
    const ofBusiness = limits.codesOfBusiness(businessId, perDayMax);
    return { used: [ofPhone, ofAddress, ofBusiness, ...open.limits], openUses: open.openUses };
  },
  async write(scope, { used, openUses }, { signInId, flowId, phone, text }) {
    await claimUsage(scope, used, metrics);
    const pending = createPendingCode({ phone, hash: hasher.hash(signInId, text), openUses }, scope.now);
    await setCode(scope, signInId, flowId, pending);
    return pending;
  },
}));

/** Deletes a code that was not sent. It stays counted; as open it does only when the phone is the reason. */
export const withdrawCode = defineVerb(() => ({
  plan: (withdrawn: { signInId: string; code: PendingCode; isOfPhone: boolean }) => withdrawn,
  async write(scope, { signInId, code, isOfPhone }) {
    await dropCode(scope, signInId, code);
    if (!isOfPhone) await giveBackUsage(scope, code.openUses);
  },
}));

/** Uses one attempt to enter a code. @returns the code; undefined without a pending one and after the last attempt */
export const attemptCode = ({ db }: FlowsContext, call: Call, signInId: string, now: Date) =>
  takeAttempt(db.scope(call), signInId, now);

/** Turns a code into a proof. Of two right answers at once, the second finds no code any more (false), but the proof of the first. */
export const confirmVisitorCode = defineVerb(() => ({
  plan: (confirmed: { signInId: string; code: PendingCode; proof: Proof }) => confirmed,
  async write(scope, { signInId, code, proof }) {
    const isConfirmed = await confirmCode(scope, signInId, code, proof);
    if (isConfirmed) await giveBackUsage(scope, code.openUses);
    return isConfirmed;
  },
}));

/** Counts a visit to the identity provider before it begins. @throws Refusal rate_limited */
export const visitProvider = defineVerb(({ signIn: { limits, metrics } }: FlowsContext) => ({
  plan: ({ address }: { signInId: string; flowId: string; address: string; stateHash: string }, _, { businessId }) =>
    limits.signInsOfAddress(businessId, address),
  async write(scope, ofAddress, { signInId, flowId, stateHash }) {
    await claimUsage(scope, [ofAddress], metrics);
    const expiresAt = new Date(scope.now.getTime() + providerMs);
    await beginProviderVisit(scope, signInId, flowId, { stateHash, expiresAt });
  },
}));

/** Ends a visit to the provider. Of two answers to it, one counts. @returns false without such a visit */
export const endProviderVisit = ({ db }: FlowsContext, call: Call, signInId: string, stateHash: string, now: Date) =>
  takeProviderVisit(db.scope(call), signInId, stateHash, now);

/** Stores what the provider has proven. */
export const saveProof = ({ db }: Pick<FlowsContext, "db">, call: Call, signInId: string, proof: Proof) =>
  setProof(db.scope(call), signInId, proof);

/** Counts a code that proves nothing before it is sent. The result is when that was. @throws Refusal rate_limited */
export const beginTestCode = defineVerb(({ signIn: { limits, metrics } }: FlowsContext) => ({
  plan: ({ provider, phone }: { provider: WhatsAppProvider; phone: string }, _, { businessId }) => [
    limits.codesOfPhone(businessId, phone),
    limits.codesOfBusiness(businessId, provider.codesPerDayMax),
  ],
  async write(scope, used, { provider }) {
    await claimUsage(scope, used, metrics);
    const lastSend: SendOutcome = { at: scope.now, outcome: "sending", detail: "" };
    await noteSend(scope, provider, lastSend);
    return scope.now;
  },
}));
