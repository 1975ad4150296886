import type { Database } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { enrollLearners, findEnrollmentFacts, transactEnrollment } from "./enrollments.changes.js";
import { planEnrollments, planLearners, reviewEnrollments } from "./enrollments.rules.js";
import type { PlannedEnrollment } from "./enrollments.types.js";

type EnrollmentRpcs = Pick<RpcHandlers<typeof LearningService>, "proposeEnrollments" | "approveEnrollments">;

/** Enrolling many learners in one course with one approval. */
export function enrollmentRpcs(db: Database): EnrollmentRpcs {
  return {
    async proposeEnrollments({ courseId, students }, call) {
      const learners = planLearners(students);
      const facts = await findEnrollmentFacts(db.scope(call), courseId, learners);
      const plan = planEnrollments(courseId, learners, facts);
      const { course, enrollments } = plan;
      const preview = {
        courseId,
        title: course.title,
        total: enrollments.length,
        newSessions: countNew(enrollments),
        students: enrollments.map(toCandidate),
      };
      return { preview, ...reviewEnrollments(plan) };
    },

    async approveEnrollments({ courseId, students }, call) {
      const learners = planLearners(students);
      return transactEnrollment(db, call, async (scope) => {
        const { enrollments } = await enrollLearners(scope, courseId, learners);
        const sessions = enrollments.map(({ session: { _id: sessionId, userId, status }, outcome }) => ({
          sessionId,
          userId,
          outcome,
          status,
        }));
        return { sessions, count: sessions.length, newSessions: countNew(sessions) };
      });
    },
  };
}

const countNew = (enrollments: readonly Pick<PlannedEnrollment, "outcome">[]): number =>
  enrollments.filter(({ outcome }) => outcome === "new").length;

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
