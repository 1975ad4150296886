import { type Database, type Page, type PageRequest, type Scope, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { requireCourse } from "./courses.rules.js";
import { findCourse, findCourseOutlines } from "./courses.store.js";
import { type SessionItem, toSessionItem } from "./sessions.replies.js";
import { listSessions } from "./sessions.store.js";

type SessionRpcs = Pick<RpcHandlers<typeof LearningService>, "getCourseProgress">;

/** The progress of learners. */
export function sessionRpcs(db: Database): SessionRpcs {
  return {
    async getCourseProgress({ courseId, limit, cursor }, call) {
      const scope = db.scope(call);
      if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
      const items: SessionItem[] = [];
      let page = await listPart(scope, courseId, { limit, cursor });
      items.push(...page.items);
      while (page.nextCursor && items.length < limit) {
        page = await listPart(scope, courseId, { limit: limit - items.length, cursor: page.nextCursor });
        items.push(...page.items);
      }
      return toListReply({ ...page, items }, (item) => item);
    },
  };
}

/**
 * A session may have 200 completed modules in a course of 200 modules. Hundreds of them are read in parts, so that other calls
 * run in between.
 */
const sessionsAtOnce = 100;

async function listPart(scope: Scope, courseId: string, { limit, cursor }: PageRequest): Promise<Page<SessionItem>> {
  const page = await listSessions(scope, courseId, { limit: Math.min(limit, sessionsAtOnce), cursor });
  const courses = await findCourseOutlines(
    scope,
    page.items.map((session) => session.courseId),
  );
  const items = page.items.map((session) =>
    toSessionItem(session, requireCourse(courses.get(session.courseId) ?? null, session.courseId)),
  );
  return { ...page, items };
}
