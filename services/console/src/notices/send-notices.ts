import { createSystemCall } from "@tenant-ops/kit/call";
import { startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { getCountryLanguage } from "@tenant-ops/kit/pages";
import { ApprovalsService } from "@tenant-ops/proto/approvals";
import { listRoleScopes } from "@tenant-ops/rest/access";
import { Counter } from "prom-client";
import type { ConsoleContext } from "../context.js";
import type { Membership } from "../members/members.rules.js";
import { findPerson } from "../people/people.store.js";
import type { SendMail } from "./mailer.js";
import {
  claimMs,
  composeNotice,
  findRetryTime,
  findSendTime,
  hasNews,
  isRefusedForGood,
  type SendFailure,
} from "./notices.rules.js";
import { type Claimed, claimNotice, endNotice, findDue, postponeNotice } from "./notices.store.js";

const everyMs = 1000;
/** How many mails are sent at the same time. */
const atOnce = 5;
const callMs = 3000;

type Outcome = "sent" | "refused" | "failed";

type Context = Pick<ConsoleContext, "db" | "logger" | "metrics" | "clients" | "config" | "findBusiness">;

/** Sends what is due, in one process at a time. @returns how to stop, which waits for what is being sent */
export function startNotices(context: Context, send: SendMail): () => Promise<void> {
  const { db: database, logger, metrics } = context;
  const mails = new Counter({
    name: "tenantops_approval_mails_total",
    help: "Mails about requests that wait for people, by what became of them: sent, refused by the server for good, failed and tried again",
    labelNames: ["outcome"],
    registers: [metrics.registry],
  });
  for (const outcome of ["sent", "refused", "failed"] satisfies Outcome[]) mails.inc({ outcome }, 0);
  const run = async () => {
    const due = await findDue(database, new Date(), database.closedBusinesses.list(), atOnce);
    const claims = (await Promise.all(due.map((member) => claim(context, member)))).filter((one) => one !== null);
    const outcomes = await Promise.all(claims.map((claimed) => tell(context, send, claimed, new Date())));
    for (const outcome of outcomes) if (outcome) mails.inc({ outcome });
    return claims.length === atOnce;
  };
  return startLeasedPeriodicTask({ database, logger }, { name: "approval notices", everyMs, run });
}

/** @returns null when the notice is not due any more, or cannot be taken now: the next round tries it again */
async function claim({ db, logger }: Context, { _id, businessId }: Membership): Promise<Claimed | null> {
  const call = createSystemCall(businessId, "claim notice");
  const claiming = db.transaction(call, (scope) => claimNotice(scope, _id, new Date(scope.now.getTime() + claimMs)));
  return claiming.catch((error: unknown) => {
    logger.warn({ err: error, businessId }, "notice not taken, tried again later");
    return null;
  });
}

/** Tells one member, unless there is a reason not to. @returns undefined when no mail was tried */
async function tell(context: Context, send: SendMail, claimed: Claimed, now: Date): Promise<Outcome | undefined> {
  const { db, logger } = context;
  const { businessId, personId, notice } = claimed;
  const { attempts = 0 } = notice;
  try {
    const mail = await prepare(context, claimed, now);
    if (mail instanceof Date) await postponeNotice(db, claimed, mail, attempts);
    if (mail === "nothing") await endNotice(db, claimed, now, false);
    if (mail instanceof Date || mail === "nothing") return undefined;
    await send(mail);
    await endNotice(db, claimed, new Date(), true);
    return "sent";
  } catch (error) {
    // The message of the error may contain the address.
    const { code, command, responseCode } = error as SendFailure;
    const failure = { businessId, personId, code, command, responseCode };
    if (isRefusedForGood(failure)) {
      logger.warn(failure, "mail about approvals refused by the mail server, not tried again");
      await endNotice(db, claimed, now, true);
      return "refused";
    }
    logger.warn({ ...failure, attempts: attempts + 1 }, "mail about approvals not sent, tried again later");
    await postponeNotice(db, claimed, findRetryTime(attempts, now), attempts + 1);
    return "failed";
  }
}

/** The mail; the time from which on it may be sent; or that there is nothing to tell. */
async function prepare(context: Context, claimed: Claimed, now: Date) {
  const { _id, businessId, personId, role, email, notice } = claimed;
  const business = await context.findBusiness(businessId);
  const sendAt = business?.active ? findSendTime(claimed, business.timeZone, now) : undefined;
  if (!business || !sendAt) return "nothing";
  if (sendAt > now) return sendAt;
  const call = createSystemCall(businessId, "find what waits", {
    ...{ keyId: personId, scopes: listRoleScopes(role), deadline: Date.now() + callMs },
  });
  const { message: found } = await context.clients.unary(ApprovalsService.method.findWaiting, {}, call);
  if (!hasNews(found, notice)) return "nothing";
  const language = (await findPerson(context.db, personId))?.language ?? getCountryLanguage(business.country);
  const { id, name } = business;
  return {
    id: `${_id}.${notice.sendingSince.getTime()}`,
    to: email,
    ...composeNotice({ language, business: { id, name }, found, appUrl: context.config.APP_URL }),
  };
}
