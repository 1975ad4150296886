import { randomInt } from "node:crypto";
import type { Call } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { LimitMetrics } from "../limits/limit-metrics.js";
import { claimUsage, giveBackUsage, type VisitorLimits } from "../limits/visitor-limits.js";
import type { SendOutcome, WhatsAppProvider } from "../providers/providers.rules.js";
import { findProviders, noteSend } from "../providers/providers.store.js";
import type { SendWhatsAppCode } from "../providers/whatsapp-client.js";
import type { SendResult } from "../providers/whatsapp-errors.rules.js";
import { hasProvenPhone } from "../registrations/registrations.store.js";
import { type CodeHasher, createPendingCode } from "./codes.rules.js";
import { dropCode, setCode } from "./sign-ins.store.js";

export interface SendContext {
  db: Database;
  send: SendWhatsAppCode;
  hasher: CodeHasher;
  limits: VisitorLimits;
  metrics: LimitMetrics;
}

interface VisitorCode {
  call: Call;
  signInId: string;
  flowId: string;
  provider: WhatsAppProvider;
  phone: string;
  address: string;
}

/**
 * Sends a code to a visitor. It is counted and stored before it is sent, so that after a crash in between the visitor can enter the code that
 * arrived, and no limit is exceeded. A code that WhatsApp has refused is deleted, but stays counted; as open it does only when the phone is the reason.
 * @throws Refusal rate_limited
 */
export async function sendVisitorCode(context: SendContext, request: VisitorCode): Promise<SendResult> {
  const { db, send, hasher, limits, metrics } = context;
  const { call, signInId, flowId, provider, phone, address } = request;
  const { businessId } = call;
  const text = createCode();
  const code = await db.transaction(call, async (scope) => {
    const isKnown = await hasProvenPhone(scope, phone);
    const open = limits.openCodes(businessId, { address, isKnown, perDayMax: provider.codesPerDayMax });
    const ofPhone = limits.codesOfPhone(businessId, phone);
    const ofAddress = limits.signInsOfAddress(businessId, address);
    const ofBusiness = limits.codesOfBusiness(businessId, provider.codesPerDayMax);
    await claimUsage(scope, [ofPhone, ofAddress, ofBusiness, ...open.limits], metrics);
    const hash = hasher.hash(signInId, text);
    const pending = createPendingCode({ phone, hash, openUses: open.openUses }, scope.now);
    await setCode(scope, signInId, flowId, pending);
    return pending;
  });
  const result = await send(businessId, provider, phone, text);
  if (result.sent) metrics.codes.inc({ outcome: "sent" });
  if (!result.sent && result.problem !== "unknown")
    await db.transaction(call, async (scope) => {
      await dropCode(scope, signInId, code);
      if (result.problem !== "recipient") await giveBackUsage(scope, code.openUses);
    });
  const isNews = result.sent
    ? provider.lastSend?.outcome !== "sent"
    : result.problem === "settings" && provider.lastSend?.detail !== result.detail;
  if (isNews) await noteSend(db.scope(call), provider, toOutcome(result, new Date()));
  return result;
}

/**
 * Sends a code that proves nothing. With the idempotency key of the call, a repeat sends nothing and gets the outcome of the first.
 * @throws Refusal rate_limited
 */
export async function sendTestCode(
  context: SendContext,
  call: Call,
  provider: WhatsAppProvider,
  phone: string,
): Promise<SendOutcome> {
  const { db, send, limits, metrics } = context;
  const { businessId } = call;
  const begun = await db.transaction(call, async (scope) => {
    const ofPhone = limits.codesOfPhone(businessId, phone);
    await claimUsage(scope, [ofPhone, limits.codesOfBusiness(businessId, provider.codesPerDayMax)], metrics);
    const lastSend: SendOutcome = { at: scope.now, outcome: "sending", detail: "" };
    await noteSend(scope, provider, lastSend);
    return { at: scope.now.toISOString() };
  });
  const at = new Date(begun.at);
  if (call.replayed) {
    const last = (await findProviders(db.scope(call)))?.whatsapp?.lastSend;
    return last && last.at.getTime() === at.getTime() ? last : { at, outcome: "sending", detail: "" };
  }
  const outcome = toOutcome(await send(businessId, provider, phone, createCode()), at);
  await noteSend(db.scope(call), provider, outcome);
  return outcome;
}

function toOutcome(result: SendResult, at: Date): SendOutcome {
  if (result.sent) return { at, outcome: "sent", detail: "" };
  return { at, outcome: "failed", detail: result.detail, ...(result.problem === "settings" && { needsChange: true }) };
}

const createCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
