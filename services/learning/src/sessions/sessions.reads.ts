import type { Call } from "@tenant-ops/kit/call";
import type { Page, PageRequest, Scope } from "@tenant-ops/kit/data";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse, findCourseOutlines } from "../courses/courses.store.js";
import type { CourseOutline } from "../courses/courses.types.js";
import { planSessionFilter } from "./session-filters.rules.js";
import type { SessionFilter, SessionListRequest } from "./session-filters.types.js";
import { listSessions } from "./sessions.store.js";
import type { Session } from "./sessions.types.js";

/** How a session together with its course looks in an answer. */
export type ToSessionItem<Item> = (session: Session, course: CourseOutline) => Item;

/**
 * One page of the sessions that a request asks for.
 * @throws Refusal course_not_found, invalid_argument, invalid_cursor
 */
export async function readSessions<Item>(
  scope: Scope,
  { timeZone }: Call,
  request: SessionListRequest & PageRequest,
  toItem: ToSessionItem<Item>,
): Promise<Page<Item>> {
  const { courseId, limit, cursor } = request;
  const course = courseId ? requireCourse(await findCourse(scope, courseId), courseId) : undefined;
  return readPage(scope, planSessionFilter(request, course, timeZone), { limit, cursor }, toItem);
}

/**
 * A session may have 200 completed modules in a course of 200 modules. Hundreds of them are read in parts, so that other calls
 * run in between.
 */
const sessionsAtOnce = 100;

async function readPage<Item>(
  scope: Scope,
  filter: SessionFilter,
  { limit, cursor }: PageRequest,
  toItem: ToSessionItem<Item>,
): Promise<Page<Item>> {
  let page = await readPart(scope, filter, { limit, cursor }, toItem);
  const items = [...page.items];
  while (page.nextCursor && items.length < limit) {
    page = await readPart(scope, filter, { limit: limit - items.length, cursor: page.nextCursor }, toItem);
    items.push(...page.items);
  }
  return { ...page, items };
}

async function readPart<Item>(
  scope: Scope,
  filter: SessionFilter,
  page: PageRequest,
  toItem: ToSessionItem<Item>,
): Promise<Page<Item>> {
  const part = await listSessions(scope, filter, { ...page, limit: Math.min(page.limit, sessionsAtOnce) });
  const courses = await findCourseOutlines(
    scope,
    part.items.map((session) => session.courseId),
  );
  const items = part.items.map((session) =>
    toItem(session, requireCourse(courses.get(session.courseId) ?? null, session.courseId)),
  );
  return { ...part, items };
}
