import { type Database, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { requireCourse } from "./courses.rules.js";
import { findCourse, findCourses } from "./courses.store.js";
import { toSessionItem } from "./sessions.replies.js";
import { listSessions } from "./sessions.store.js";

type SessionRpcs = Pick<RpcHandlers<typeof LearningService>, "getCourseProgress">;

/** The progress of learners. */
export function sessionRpcs(db: Database): SessionRpcs {
  return {
    async getCourseProgress({ courseId, limit, cursor }, call) {
      const scope = db.scope(call);
      if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
      const page = await listSessions(scope, courseId, { limit, cursor });
      const courses = await findCourses(
        scope,
        page.items.map((session) => session.courseId),
      );
      return toListReply(page, (session) =>
        toSessionItem(session, requireCourse(courses.get(session.courseId) ?? null, session.courseId)),
      );
    },
  };
}
