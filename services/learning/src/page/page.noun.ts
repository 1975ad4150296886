import { type Call, isSandboxId } from "@tenant-ops/kit/call";
import type { Database, Scope, WriteScope } from "@tenant-ops/kit/data";
import {
  createPageCall,
  createPageVisitors,
  forbidIndexing,
  getCountryLanguage,
  getPagePath,
  getQueryText,
  type PageVisitors,
  pageVisitorLife,
  passParameter,
  readPageId,
  registerPages,
  sendBadPassPage,
  sendEndedPage,
  sendMissingPage,
  sendPage,
  type Visitor,
  visitorIndexes,
} from "@tenant-ops/kit/pages";
import { defineNoun } from "@tenant-ops/kit/process";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Course } from "../courses/courses.rules.js";
import { findCourse } from "../courses/courses.store.js";
import { enrollVisitor } from "../enrollments/enrollments.verbs.js";
import type { Session } from "../sessions/sessions.rules.js";
import { findSessionOfLearner } from "../sessions/sessions.store.js";
import { renderCoursePage, style } from "./page.html.js";

interface PageDependencies {
  db: Database;
  logger: Logger;
  config: { CALL_CONTEXT_PUBLIC_KEYS: string };
}

interface PageContext extends PageDependencies {
  visitors: PageVisitors;
}

/** The public page of a course. Visitors have no credential: the id names the course and its business. */
export const coursePage = defineNoun({
  collections: { visitors: { indexes: visitorIndexes, ...pageVisitorLife } },

  http(app, _, dependencies: PageDependencies) {
    const { db, logger, config } = dependencies;
    // The keys verify the passes of flows.
    const context = { ...dependencies, visitors: createPageVisitors(db, config.CALL_CONTEXT_PUBLIC_KEYS) };
    registerPages(app, { style, logger }, (pages) => {
      pages.route({
        method: ["GET", "HEAD"],
        url: "/course/*",
        config: { withoutCaller: true },
        handler: (request, reply) => showCourse(context, request, reply),
      });
    });
  },
});

async function showCourse(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await findRequested(context, request);
  if (!requested) return sendMissingPage(request, reply, style);
  const { course, call } = requested;
  const isTest = isSandboxId(call.businessId);
  const language = getCountryLanguage(course.country);
  // Visitors may know a course that was published; another one is a missing page.
  if (!course.published && !course.publishedAt) return sendMissingPage(request, reply, style);
  if (isTest) forbidIndexing(reply);
  if (!course.published) return sendEndedPage(reply, { style, name: course.title, language, isTest });
  const token = getQueryText(request, passParameter);
  // A HEAD request (of a link checker) does not use up the pass.
  if (token !== undefined && request.method === "GET") {
    const target = { type: "course" as const, id: course._id };
    const isRedeemed = await context.visitors.redeem(request, reply, { call, target, token, onUsed: enroll });
    if (!isRedeemed) return sendBadPassPage(request, reply, { style, language, isTest });
    return reply.redirect(getPagePath(request), 303);
  }
  const scope = context.db.scope(call);
  const visitor = await context.visitors.find(scope, request, course._id);
  const session = visitor && (await findVisibleSession(scope, visitor));
  return sendPage(
    reply,
    200,
    renderCoursePage({ language, isTest, course, isVisitor: visitor !== undefined, session }),
  );
}

async function enroll(
  scope: WriteScope,
  { targetId: courseId, visitorId: userId, visitId, registration }: Visitor,
): Promise<void> {
  const { fullName, email, ...rest } = registration;
  // A registration may ask for no name; a contact or the id of the visitor then names the learner.
  const learner = { userId, fullName: fullName ?? email ?? rest.phone ?? userId, email: email ?? "" };
  await enrollVisitor(scope, { courseId, learners: [learner] }, { visitId, registration: rest });
}

/**
 * A visitor can register with the e-mail address of another person. So one who has not proved to own the address sees only a session that began in
 * this browser.
 */
async function findVisibleSession(scope: Scope, visitor: Visitor): Promise<Session | undefined> {
  const { targetId, visitorId, visitId, registration } = visitor;
  const session = await findSessionOfLearner(scope, targetId, visitorId);
  return session && (registration.isVerified || session.visitId === visitId) ? session : undefined;
}

async function findRequested(
  { db }: PageContext,
  request: FastifyRequest,
): Promise<{ course: Course; call: Call } | undefined> {
  const id = readPageId(request, "crs");
  const businessId = id && (await db.findOwner("courses", id));
  if (!businessId) return undefined;
  const call = createPageCall(request, businessId, "course page");
  const course = await findCourse(db.scope(call), id);
  return course ? { course, call } : undefined;
}
