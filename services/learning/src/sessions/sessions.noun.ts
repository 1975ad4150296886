import type { Call } from "@tenant-ops/kit/call";
import { type Page, type PageRequest, type Scope, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { registrationRole } from "@tenant-ops/kit/pages";
import { defineNoun } from "@tenant-ops/kit/process";
import { LearningService, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import * as routes from "@tenant-ops/rest/learning";
import { learningAudits } from "../audits.js";
import { toCertificate } from "../certificates/certificates.rules.js";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse, findCourseOutlines } from "../courses/courses.store.js";
import { findErasedUserId } from "./ended-sessions.store.js";
import { planSessionFilter, type SessionFilter, type SessionListRequest } from "./session-filters.rules.js";
import { sessionHistory } from "./session-history.js";
import { requireSession, type SessionOfCourse, toLearnerReply, withCourse } from "./sessions.rules.js";
import { findSession, listSessions, sessionIndexes } from "./sessions.store.js";
import { finishSession, reportProgress } from "./sessions.verbs.js";

/** One learner in one course. `enrollments.noun.ts` has what begins a session, and `exams.noun.ts` its exams. */
export const sessions = defineNoun({
  api: LearningService,
  collections: {
    sessions: {
      indexes: sessionIndexes,
      retention: { kept: "by_rule", kind: "sessions" },
      personal: {
        roles: [
          {
            ...registrationRole,
            identifiedBy: { userId: ["userId"], email: ["email"], ...registrationRole.identifiedBy },
            // A learner whom the business has enrolled has the e-mail address that the business gave.
            isTyped: ({ registration }) => registration !== undefined,
            details: { ...registrationRole.details, fullName: "", words: [], visitId: undefined },
          },
        ],
        onErase: findErasedUserId,
        // In an archive, several sessions of a course may have the same learner after an erasure.
        needsNoHookInArchives: true,
      },
    },
  },
  history: [sessionHistory],
  audits: learningAudits,
  events: [SessionStatusChangedSchema],
  verbs: { reportProgress, finishSession },

  rpcs: (_, { scope }) => ({
    async getCourseProgress({ courseId, limit, cursor }, call) {
      const request = { courseId, student: "", dateFrom: "", dateTo: "", limit, cursor };
      return toListReply(await readSessions(scope(call), call, request), toItem);
    },
    listSessions: async (request, call) => toListReply(await readSessions(scope(call), call, request), toItem),
  }),

  http(app, { reportProgress, finishSession }, { scope }) {
    bindRoute(app, routes.listSessions, async ({ call, query }) =>
      toRestList(await readSessions(scope(call), call, query), toSessionReply),
    );
    bindRoute(app, routes.listCourseSessions, async ({ call, params: { id: courseId }, query }) =>
      toRestList(await readSessions(scope(call), call, { ...query, courseId }), toSessionReply),
    );
    bindRoute(app, routes.getSession, async ({ call, params: { id } }) => {
      const { session, course } = requireSession(await findSession(scope(call), id), id);
      return toSessionReply(withCourse(session, course));
    });
    bindRoute(app, routes.reportProgress, async ({ call, params: { id }, body: { moduleId } }) =>
      toSessionReply(await reportProgress(call, { id, moduleId })),
    );
    bindRoute(app, routes.finishSession, async ({ call, params: { id } }) =>
      toSessionReply(await finishSession(call, { id })),
    );
  },
});

/**
 * One page of the sessions that a request asks for.
 * @throws Refusal course_not_found, invalid_argument, invalid_cursor
 */
async function readSessions(
  scope: Scope,
  { timeZone }: Call,
  request: SessionListRequest & PageRequest,
): Promise<Page<SessionOfCourse>> {
  const { courseId, limit, cursor } = request;
  const course = courseId ? requireCourse(await findCourse(scope, courseId), courseId) : undefined;
  return readPage(scope, planSessionFilter(request, course, timeZone), { limit, cursor });
}

/**
 * A session may have 200 completed modules in a course of 200 modules. Hundreds of them are read in parts, so that other calls
 * run in between.
 */
const sessionsAtOnce = 100;

async function readPage(
  scope: Scope,
  filter: SessionFilter,
  { limit, cursor }: PageRequest,
): Promise<Page<SessionOfCourse>> {
  let page = await readPart(scope, filter, { limit, cursor });
  const items = [...page.items];
  while (page.nextCursor && items.length < limit) {
    page = await readPart(scope, filter, { limit: limit - items.length, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return { ...page, items };
}

async function readPart(scope: Scope, filter: SessionFilter, page: PageRequest): Promise<Page<SessionOfCourse>> {
  const part = await listSessions(scope, filter, { ...page, limit: Math.min(page.limit, sessionsAtOnce) });
  const courses = await findCourseOutlines(
    scope,
    part.items.map((session) => session.courseId),
  );
  const items = part.items.map((session) =>
    withCourse(session, requireCourse(courses.get(session.courseId) ?? null, session.courseId)),
  );
  return { ...part, items };
}

function toItem(session: SessionOfCourse) {
  const { _id: sessionId, courseId, userId, status, currentModule, completedModules, score, examStatus } = session;
  const { title, slug, startedAt, completedAt } = session;
  return {
    sessionId,
    courseId,
    userId,
    status,
    ...(currentModule !== undefined && { currentModule }),
    completedModules,
    ...(score !== undefined && { score }),
    examStatus,
    ...toLearnerReply(session),
    title,
    slug,
    startedAt: startedAt.toISOString(),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}

/** The same as REST callers see it. */
export function toSessionReply(session: SessionOfCourse) {
  const { sessionId, ...item } = toItem(session);
  const { attempts: attemptCount, examStartedAt } = session;
  const certificate = toCertificate(session);
  return {
    _id: sessionId,
    ...item,
    attemptCount,
    ...(examStartedAt && { examStartedAt: examStartedAt.toISOString() }),
    ...(certificate && { certificate }),
  };
}
