import { getOffsetMs } from "@tenant-ops/kit/data";
import type { Language } from "@tenant-ops/kit/pages";
import { normalizeText, shorten } from "@tenant-ops/kit/texts";
import type { FindWaitingResponse } from "@tenant-ops/proto/approvals";
import { listRoleScopes, type Role, roles } from "@tenant-ops/rest/access";
import { toolWords } from "@tenant-ops/rest/tool-words";
import { noticeTexts } from "./notices.texts.js";

// Whether and when a person is told that requests of agents wait, and what the mail says.
//
// nothing to tell ─► due ─► being sent ─► nothing to tell, or due again when something was asked for meanwhile
//                     ▲          └─────► due later, after a failed attempt
//                     └── later: quiet hours, or the last mail was a moment ago

/** What a member wants. */
export interface NoticeSettings {
  byEmail: boolean;
  /** Hours of the day in the time zone of the business: from the beginning of the first to the beginning of the second. */
  quietHours: { from: number; to: number } | null;
}

/** An e-mail makes no noise by itself, and a request may lapse within an hour: nobody misses one at night without having chosen so. */
export const defaultNotices: NoticeSettings = { byEmail: true, quietHours: null };

/** What a member has to be told. */
export interface NoticeState {
  /** When the first request was made about which no mail was begun. */
  since?: Date;
  /** The same of the mail that is being sent. It stays until that was done, so a crash loses nothing. */
  sendingSince?: Date;
  /** When a task looks at it; absent when there is nothing to tell. */
  dueAt?: Date;
  /** When the last mail was sent. */
  sentAt?: Date;
  /** Failed attempts since then. */
  attempts?: number;
}

/** Requests that are made together are told together. */
export const gatherMs = 5000;
/** How long a process may try to send a mail, with all that it reads before; meanwhile others leave it alone. */
export const claimMs = 45_000;
/** A person gets at most one mail of a business in this time. */
const apartMs = 10 * 60_000;
const quarterMs = 15 * 60_000;

/** Who is told. */
export const decidingRoles: readonly Role[] = roles.filter((role) => listRoleScopes(role).includes("approvals:decide"));

/** When a mail may be sent, at `now` or later; undefined: never, because the person does not want it or does not decide. */
export function findSendTime(
  { role, notices = defaultNotices, notice = {} }: { role: Role; notices?: NoticeSettings; notice?: NoticeState },
  timeZone: string,
  now: Date,
): Date | undefined {
  if (!notices.byEmail || !decidingRoles.includes(role)) return undefined;
  const apart = (notice.sentAt?.getTime() ?? 0) + apartMs;
  return findEndOfQuiet(new Date(Math.max(now.getTime(), apart)), notices.quietHours, timeZone);
}

function findEndOfQuiet(from: Date, quietHours: NoticeSettings["quietHours"], timeZone: string): Date {
  if (!quietHours) return from;
  let at = from.getTime();
  // Every time zone is some quarters of an hour ahead of UTC, and an hour that the clocks leave out is not waited for.
  while (isQuiet(getLocalHour(at, timeZone), quietHours)) at = (Math.floor(at / quarterMs) + 1) * quarterMs;
  return new Date(at);
}

const getLocalHour = (at: number, timeZone: string): number =>
  new Date(at + getOffsetMs(at, timeZone || "UTC")).getUTCHours();

const isQuiet = (hour: number, { from, to }: { from: number; to: number }): boolean =>
  from <= to ? from <= hour && hour < to : from <= hour || hour < to;

/** Whether something waits that the person was not told: what was decided or has lapsed meanwhile does not count. */
export const hasNews = ({ newest }: FindWaitingResponse, { sendingSince }: NoticeState): boolean =>
  newest !== undefined && sendingSince !== undefined && new Date(newest.requestedAt) >= sendingSince;

const minuteMs = 60_000;
const retryAfterMs = [minuteMs / 2, minuteMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs];

/** When a mail that could not be sent is tried again. @param attempts that have failed before */
export const findRetryTime = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + (retryAfterMs[Math.min(attempts, retryAfterMs.length - 1)] ?? 0));

/** What nodemailer says about a failure. */
export interface SendFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Whether the server refuses this recipient or this message for good: a repeat would be refused too. A wrong password or sender is a matter of the operator. */
export const isRefusedForGood = ({ command = "", responseCode = 0 }: SendFailure): boolean =>
  responseCode >= 500 && responseCode < 600 && ["RCPT TO", "DATA"].includes(command);

const nameCharactersMax = 100;
/** In a mail a program makes links of addresses. What an agent calls itself must not become one. */
const looksLikeAddress = /:\/\/|\w\.\p{L}{2,}/u;

interface NoticeFacts {
  language: Language;
  business: { id: string; name: string };
  /** Of which at least one waits. */
  found: FindWaitingResponse;
  appUrl: string;
}

/** The mail. It has nothing of the preview: it leaves what the business controls. */
export function composeNotice({ language, business, found, appUrl }: NoticeFacts): { subject: string; text: string } {
  const texts = noticeTexts[language];
  const name = shorten(normalizeText(business.name), nameCharactersMax);
  const page = `${appUrl}/b/${business.id}/approvals`;
  const { waiting, newest } = found;
  const asker = shorten(normalizeText(newest?.askedBy ?? ""), nameCharactersMax);
  const about = waiting === 1 &&
    newest && [
      toolWords[newest.tool]?.[language] ?? newest.tool,
      texts.askedBy(asker === "" || looksLikeAddress.test(asker) ? texts.anAgent : asker),
      "",
    ];
  const lines = [
    ...[texts.waiting(waiting, name), "", ...(about || [])],
    ...[texts.decide, about && newest ? `${page}/${newest.approvalId}` : page, ""],
    ...["-- ", texts.why(name)],
  ];
  return { subject: texts.waiting(waiting, name), text: `${lines.join("\n")}\n` };
}
