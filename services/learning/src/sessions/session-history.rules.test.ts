import { expect, test } from "vitest";
import { countPresentAttempts, findEnd, takeSessions } from "./session-history.rules.js";
import { type Session, statuses } from "./sessions.rules.js";

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const session: Session = {
  ...{ _id: "ses_1", courseId: "crs_1", userId: "u-1", fullName: "Ana", email: "" },
  ...{ status: "failed", completedModules: [], words: [], attempts: 2, startedAt: at(1), examStartedAt: at(2) },
};

test("a session that is in progress or has a certificate has not ended", () => {
  const ended = statuses.filter((status) => findEnd({ ...session, status }, []) !== undefined);
  expect(ended).toEqual(["completed", "failed"]);
});

test("a session ends at its last event: an attempt, the completion, or that the learner enrolled again", () => {
  expect(findEnd(session, [{ at: at(3) }, { at: at(5) }])).toEqual(at(5));
  expect(findEnd({ ...session, status: "completed", completedAt: at(6) }, [{ at: at(5) }])).toEqual(at(6));
  expect(findEnd({ ...session, restoredAt: at(9) }, [])).toEqual(at(9));
});

test("sessions are taken while their attempts are at most the maximum, and a larger one alone; deleted attempts do not count", () => {
  const of = (attempts: number, removedAttempts = 0): Session => ({ ...session, attempts, removedAttempts });
  const take = (...given: Session[]) => takeSessions(given, 10).map(countPresentAttempts);
  expect(take(of(4), of(6), of(0), of(1))).toEqual([4, 6, 0]);
  expect(take(of(4), of(11))).toEqual([4]);
  expect(take(of(11), of(0))).toEqual([11]);
  expect(take(of(20, 15), of(5))).toEqual([5, 5]);
  expect(take(of(3, 9), of(10), of(1))).toEqual([0, 10]);
  expect(take()).toEqual([]);
});
