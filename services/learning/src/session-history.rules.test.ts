import { expect, test } from "vitest";
import { findEnd } from "./session-history.rules.js";
import { type Session, statuses } from "./sessions.types.js";

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const session: Session = {
  ...{ _id: "ses_1", courseId: "crs_1", userId: "u-1", fullName: "Ana", email: "" },
  ...{ status: "failed", completedModules: [], attempts: 2, startedAt: at(1), examStartedAt: at(2) },
};

test("a session that goes on, or has a certificate, has not ended", () => {
  const ended = statuses.filter((status) => findEnd({ ...session, status }, []) !== undefined);
  expect(ended).toEqual(["completed", "failed"]);
});

test("the last that has happened counts: an attempt, the completion, or that the learner came back", () => {
  expect(findEnd(session, [{ at: at(3) }, { at: at(5) }])).toEqual(at(5));
  expect(findEnd({ ...session, status: "completed", completedAt: at(6) }, [{ at: at(5) }])).toEqual(at(6));
  expect(findEnd({ ...session, restoredAt: at(9) }, [])).toEqual(at(9));
});
