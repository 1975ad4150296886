import { bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import { type EnrollmentsRequest, LearningService } from "@tenant-ops/proto/learning";
import { enrollStudent } from "@tenant-ops/rest/learning";
import { endedSessionCollection, endedSessionIndexes } from "../sessions/ended-sessions.store.js";
import { toSessionReply } from "../sessions/sessions.noun.js";
import { type EnrollmentPlan, type PlannedEnrollment, planLearners } from "./enrollments.rules.js";
import { enrollLearner, enrollLearners, type EnrollmentRequest } from "./enrollments.verbs.js";

/** How learners come into a course. Visitors of its page enroll by the same rule. */
export const enrollments = defineNoun({
  api: LearningService,
  collections: {
    // Of a learner who enrolls again, the session is restored from it.
    [endedSessionCollection]: {
      indexes: endedSessionIndexes,
      retention: { kept: "always" },
      personal: { roles: [{ identifiedBy: { userId: ["userId"] }, details: { visitId: undefined } }] },
    },
  },
  verbs: { enrollLearners, enrollLearner },

  rpcs: ({ enrollLearners }) => ({
    proposeEnrollments: async (request, call) => enrollLearners.preview(call, toRequest(request), toPreview),
    async approveEnrollments(request, call) {
      const sessions = await enrollLearners(call, toRequest(request));
      return { sessions, count: sessions.length, newSessions: countNew(sessions) };
    },
  }),

  http(app, { enrollLearner }) {
    bindRoute(app, enrollStudent, async ({ call, params: { id: courseId }, body, reply }) => {
      const { session, outcome } = await enrollLearner(call, { courseId, learners: [body] });
      void reply.status(outcome === "new" ? 201 : 200);
      return toSessionReply(session);
    });
  },
});

const toRequest = ({ courseId, students }: FieldsOf<EnrollmentsRequest>): EnrollmentRequest => ({
  courseId,
  learners: planLearners(students),
});

const countNew = (enrollments: readonly Pick<PlannedEnrollment, "outcome">[]): number =>
  enrollments.filter(({ outcome }) => outcome === "new").length;

function toPreview({ course, enrollments }: EnrollmentPlan) {
  return {
    courseId: course._id,
    title: course.title,
    total: enrollments.length,
    newSessions: countNew(enrollments),
    students: enrollments.map(toCandidate),
  };
}

function toCandidate(planned: PlannedEnrollment) {
  const { learner, outcome } = planned;
  switch (planned.outcome) {
    case "new":
      return { ...learner, outcome, status: "in_progress" };
    case "restored": {
      const { _id: sessionId, status } = planned.ended;
      return { ...learner, outcome, status, sessionId };
    }
    case "already_enrolled": {
      const { _id: sessionId, userId, fullName, email, status } = planned.session;
      return { userId, fullName, email, outcome, status, sessionId };
    }
  }
}
