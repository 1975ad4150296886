import type { EgressAnswer } from "@tenant-ops/kit/egress";
import * as z from "zod";

/**
 * `unknown`: no complete answer came, so the message may have been sent. `recipient`: this phone gets no message. `later`: it may work
 * later. `settings`: it will not work before the business has changed something.
 */
export type SendProblem = "unknown" | "recipient" | "later" | "settings";

export type SendResult = { sent: true } | { sent: false; problem: SendProblem; detail: string };

interface KnownError {
  codes: readonly number[];
  problem: SendProblem;
  detail: string;
}

// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes: only `code` is meant for decisions.
const knownErrors: readonly KnownError[] = [
  { codes: [0, 190], problem: "settings", detail: "The access token is not valid or has expired: enter a new one." },
  {
    codes: [3, 10, 200],
    problem: "settings",
    detail: "The access token lacks the permission whatsapp_business_messaging for this phone number.",
  },
  {
    codes: [33, 100, 133010],
    problem: "settings",
    detail: "The phone number ID is unknown to this access token, or the number is not registered at the Cloud API.",
  },
  {
    codes: [132001, 132005, 132007, 132015, 132016],
    problem: "settings",
    detail: "The template does not exist in this language, or it is not approved, paused or disabled.",
  },
  {
    codes: [132000, 132012, 132018],
    problem: "settings",
    detail: "The template takes other parameters: create one of the category authentication with a copy-code button.",
  },
  {
    codes: [131042],
    problem: "settings",
    detail: "WhatsApp reports a problem with the payment method of the account.",
  },
  { codes: [368, 131031], problem: "settings", detail: "WhatsApp has restricted or locked the business account." },
  {
    codes: [131021, 131026, 131030, 130497],
    problem: "recipient",
    detail: "This phone gets no messages from this account: it has no WhatsApp, or the account may not write to it.",
  },
  {
    codes: [4, 80007, 130429, 131048, 131056],
    problem: "later",
    detail: "WhatsApp has refused the message because too many were sent.",
  },
];

const errorBody = z.object({ error: z.object({ code: z.int() }) });
const sentBody = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });

/** What an answer of the Cloud API means. Texts of the answer are not passed on: they may quote the phone number. */
export function readSendAnswer(answer: EgressAnswer): SendResult {
  if ("error" in answer) return toNetworkProblem(answer.error);
  const body = parseJson(answer.body);
  if (answer.code === 200 && sentBody.safeParse(body).success) return { sent: true };
  const code = errorBody.safeParse(body).data?.error.code;
  const known = knownErrors.find(({ codes }) => code !== undefined && codes.includes(code));
  if (known) return { sent: false, problem: known.problem, detail: `${known.detail} (WhatsApp error ${code})` };
  const named = code === undefined ? `status ${answer.code}` : `error ${code}, status ${answer.code}`;
  return { sent: false, problem: "later", detail: `WhatsApp did not accept the message (${named}).` };
}

function toNetworkProblem(failure: string): SendResult {
  const detail = `WhatsApp could not be reached (${failure}).`;
  const isUnknown = ["timeout", "reset", "bad_answer", "too_large"].includes(failure);
  return { sent: false, problem: isUnknown ? "unknown" : "later", detail };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
