import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/learning";
import { toSessionReply } from "../sessions/sessions.noun.js";
import { requireSession } from "../sessions/sessions.rules.js";
import { findSession } from "../sessions/sessions.store.js";
import { submitExam } from "../sessions/sessions.verbs.js";
import type { ExamAttempt } from "./exams.rules.js";
import { examAttemptIndexes, listAttempts } from "./exams.store.js";

/** The exams that learners hand in. */
export const exams = defineNoun({
  collections: {
    examAttempts: {
      indexes: examAttemptIndexes,
      retention: { kept: "by_rule", kind: "sessions" },
      personal: "Scores; the session says whose.",
    },
  },
  verbs: { submitExam },

  http(app, { submitExam }, { scope }) {
    bindRoute(app, routes.submitExam, async ({ call, params: { id }, body: { score } }) =>
      toSessionReply(await submitExam(call, { id, score })),
    );
    bindRoute(app, routes.listAttempts, async ({ call, params: { id }, query }) => {
      requireSession(await findSession(scope(call), id), id);
      return toRestList(await listAttempts(scope(call), id, query), toReply);
    });
  },
});

function toReply({ _id, sessionId, courseId, n: number, score, passed, at }: ExamAttempt) {
  return { _id, sessionId, courseId, number, score, passed, submittedAt: at.toISOString() };
}
