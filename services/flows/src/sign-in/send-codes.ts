import { randomInt } from "node:crypto";
import type { Call } from "@tenant-ops/kit/call";
import type { BoundVerbs, Reads } from "@tenant-ops/kit/process";
import type { SendOutcome, WhatsAppProvider } from "../providers/providers.rules.js";
import { findProviders, noteSend } from "../providers/providers.store.js";
import type { SendResult } from "../providers/whatsapp-errors.rules.js";
import type { SignInContext } from "../context.js";
import type { beginCode, beginTestCode, CodeRequest, withdrawCode } from "./sign-ins.verbs.js";

interface SendContext extends Reads {
  signIn: Pick<SignInContext, "send" | "metrics">;
}

type CodeVerbs = BoundVerbs<{ beginCode: typeof beginCode; withdrawCode: typeof withdrawCode }>;
type TestCodeVerbs = BoundVerbs<{ beginTestCode: typeof beginTestCode }>;

/**
 * Sends a code to a visitor. It is counted and stored before it is sent, so that after a crash in between the visitor can enter the code that
 * arrived, and no limit is exceeded. A code that WhatsApp has refused is deleted, but stays counted; as open it does only when the phone is the reason.
 * @throws Refusal rate_limited
 */
export async function sendVisitorCode(
  { scope, signIn, beginCode, withdrawCode }: SendContext & CodeVerbs,
  call: Call,
  request: Omit<CodeRequest, "text">,
): Promise<SendResult> {
  const { signInId, provider, phone } = request;
  const text = createCode();
  const code = await beginCode(call, { ...request, text });
  const result = await signIn.send(call.businessId, provider, phone, text);
  if (result.sent) signIn.metrics.codes.inc({ outcome: "sent" });
  if (!result.sent && result.problem !== "unknown")
    await withdrawCode(call, { signInId, code, isOfPhone: result.problem === "recipient" });
  const isNews = result.sent
    ? provider.lastSend?.outcome !== "sent"
    : result.problem === "settings" && provider.lastSend?.detail !== result.detail;
  if (isNews) await noteSend(scope(call), provider, toOutcome(result, new Date()));
  return result;
}

/**
 * Sends a code that proves nothing. With the idempotency key of the call, a repeat sends nothing and gets the outcome of the first.
 * @throws Refusal rate_limited
 */
export async function sendTestCode(
  { scope, signIn, beginTestCode }: SendContext & TestCodeVerbs,
  call: Call,
  provider: WhatsAppProvider,
  phone: string,
): Promise<SendOutcome> {
  const at = await beginTestCode(call, { provider, phone });
  if (call.replayed) {
    const last = (await findProviders(scope(call)))?.whatsapp?.lastSend;
    return last && last.at.getTime() === at.getTime() ? last : { at, outcome: "sending", detail: "" };
  }
  const outcome = toOutcome(await signIn.send(call.businessId, provider, phone, createCode()), at);
  await noteSend(scope(call), provider, outcome);
  return outcome;
}

function toOutcome(result: SendResult, at: Date): SendOutcome {
  if (result.sent) return { at, outcome: "sent", detail: "" };
  return { at, outcome: "failed", detail: result.detail, ...(result.problem === "settings" && { needsChange: true }) };
}

const createCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
