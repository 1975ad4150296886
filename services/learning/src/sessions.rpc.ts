import { type Database, type Page, type PageRequest, type Scope, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { requireCourse } from "./courses.rules.js";
import { findCourse, findCourseOutlines } from "./courses.store.js";
import { planSessionFilter } from "./session-filters.rules.js";
import type { SessionFilter } from "./session-filters.types.js";
import { type SessionItem, toSessionItem } from "./sessions.replies.js";
import { listSessions } from "./sessions.store.js";

type SessionRpcs = Pick<RpcHandlers<typeof LearningService>, "getCourseProgress" | "listSessions">;

/** The progress of learners. */
export function sessionRpcs(db: Database): SessionRpcs {
  return {
    async getCourseProgress({ courseId, limit, cursor }, call) {
      const scope = db.scope(call);
      if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
      return readPage(scope, { courseId: courseId || undefined }, { limit, cursor });
    },

    async listSessions(request, call) {
      const { courseId, limit, cursor } = request;
      const scope = db.scope(call);
      const course = courseId ? requireCourse(await findCourse(scope, courseId), courseId) : undefined;
      return readPage(scope, planSessionFilter(request, course, call.timeZone), { limit, cursor });
    },
  };
}

/**
 * A session may have 200 completed modules in a course of 200 modules. Hundreds of them are read in parts, so that other calls
 * run in between.
 */
const sessionsAtOnce = 100;

async function readPage(scope: Scope, filter: SessionFilter, { limit, cursor }: PageRequest) {
  let page = await readPart(scope, filter, { limit, cursor });
  const items = [...page.items];
  while (page.nextCursor && items.length < limit) {
    page = await readPart(scope, filter, { limit: limit - items.length, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return toListReply({ ...page, items }, (item) => item);
}

async function readPart(scope: Scope, filter: SessionFilter, page: PageRequest): Promise<Page<SessionItem>> {
  const part = await listSessions(scope, filter, { ...page, limit: Math.min(page.limit, sessionsAtOnce) });
  const courses = await findCourseOutlines(
    scope,
    part.items.map((session) => session.courseId),
  );
  const items = part.items.map((session) =>
    toSessionItem(session, requireCourse(courses.get(session.courseId) ?? null, session.courseId)),
  );
  return { ...part, items };
}
