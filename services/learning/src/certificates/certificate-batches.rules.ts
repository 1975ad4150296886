import { conflict, invalid, type Refusal, requestName, wording } from "@tenant-ops/kit/errors";
import type { PreviewReview } from "@tenant-ops/kit/rpc";
import { say } from "@tenant-ops/kit/texts";
import { learningSentences as sentences } from "@tenant-ops/proto/sentences/learning";
import { sessionNotFound } from "../sessions/sessions.rules.js";
import { findCertificateRefusal, type SessionToCertify } from "./certificates.rules.js";

/** One session of a batch. */
export interface CertificateCandidate {
  sessionId: string;
  /** Absent when the business has no such session. */
  found?: SessionToCertify;
  /** Why it cannot be certified; absent when it can. */
  refusal?: Refusal;
}

/**
 * Decides for each session whether it may be certified, by the rule of a single certificate.
 * @param found the business's own sessions among these ids
 * @throws Refusal invalid_argument for a session that is given twice
 */
export function planCertificateBatch(sessionIds: readonly string[], found: ReadonlyMap<string, SessionToCertify>) {
  const repeated = sessionIds.findIndex((id, index) => sessionIds.indexOf(id) !== index);
  if (repeated >= 0) throw invalid(`session_ids[${repeated}]`, "this session is in the list twice.", "duplicate");
  const candidates = sessionIds.map((sessionId): CertificateCandidate => {
    const one = found.get(sessionId);
    const refusal = one ? findCertificateRefusal(one.session) : sessionNotFound(sessionId);
    return { sessionId, ...(one && { found: one }), ...(refusal && { refusal }) };
  });
  return { candidates, refused: candidates.filter(({ refusal }) => refusal) };
}

/** The candidates in the order of the request, and those that cannot be certified. */
export type CertificateBatchPlan = ReturnType<typeof planCertificateBatch>;

/**
 * All or none: the user approved the whole list, and a part of it would be another decision.
 * @throws Refusal batch_not_certifiable
 */
export function requireWholeBatch({ candidates, refused }: CertificateBatchPlan): SessionToCertify[] {
  if (refused.length > 0) throw createBatchRefusal(candidates.length, refused);
  return candidates.flatMap(({ found }) => found ?? []);
}

function createBatchRefusal(total: number, refused: readonly CertificateCandidate[]): Refusal {
  const named = refused.slice(0, namedMax).map(({ sessionId, refusal }) => `${sessionId} (${refusal?.code})`);
  const more = refused.length > namedMax ? ` and ${refused.length - namedMax} more` : "";
  return conflict(
    "batch_not_certifiable",
    wording`${refused.length} of ${total} sessions cannot be certified, so none was: ${named.join(", ")}${more}. Leave them out; ${requestName("learning_list_sessions")} shows the status of each.`,
    { count: refused.length, total },
  );
}

/** A refusal stays readable; the preview names all. */
const namedMax = 10;

/** The checks and warnings of the preview. */
export function reviewCertificateBatch({ candidates, refused }: CertificateBatchPlan): PreviewReview {
  const certifiable = candidates.length - refused.length;
  const uncertified = candidates.filter(({ found, refusal }) => found && !refusal && !found.course.isCertified).length;
  const warnings = [say(sentences.only_status)];
  if (refused.length > 0) warnings.unshift(say(sentences.batch_refused, { refused: refused.length }));
  if (uncertified > 0) warnings.push(say(sentences.batch_certify_only_if_meant, { count: uncertified }));
  const detail = say(sentences.batch_certifiable, { certifiable, all: candidates.length });
  return { checks: [{ name: "all_can_be_certified", ok: refused.length === 0, detail }], warnings };
}
