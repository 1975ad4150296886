import {
  type Database,
  type Page,
  type PageRequest,
  parseDateRange,
  type Scope,
  toListReply,
} from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService, ListSessionsRequest } from "@tenant-ops/proto/learning";
import { requireCourse } from "./courses.rules.js";
import { findCourse, findCourseOutlines, findExamCourseIds } from "./courses.store.js";
import { examStatuses } from "./exams.types.js";
import type { SessionFilter } from "./session-filters.types.js";
import { type SessionItem, toSessionItem } from "./sessions.replies.js";
import { listSessions } from "./sessions.store.js";
import { statuses } from "./sessions.types.js";
import { toSearchPattern } from "./student-search.rules.js";

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
      if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
      return readPage(scope, await toFilter(scope, request), { limit, cursor });
    },
  };
}

/** An empty argument does not restrict the list. */
async function toFilter(scope: Scope, request: ListSessionsRequest): Promise<SessionFilter> {
  const { courseId, student, dateFrom, dateTo } = request;
  const examStatus = examStatuses.find((one) => one === request.examStatus);
  return {
    courseId: courseId || undefined,
    status: statuses.find((one) => one === request.status),
    exam: examStatus && { examStatus, examCourseIds: await findExamCourseIds(scope) },
    studentPattern: toSearchPattern(student) || undefined,
    startedAt: parseDateRange(dateFrom, dateTo, scope.call.timeZone),
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
