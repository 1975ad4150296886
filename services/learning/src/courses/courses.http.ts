import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import { getCourseModules, replaceCourseModules } from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { planCourseModules } from "./course-modules.rules.js";
import { changeCourse, createCourse } from "./courses.changes.js";
import { requireCourse, toCourseFields } from "./courses.rules.js";
import { findCourse, listCourses, replaceModules } from "./courses.store.js";
import type { Course, CourseModule, ListedCourse } from "./courses.types.js";

/** REST routes of the courses. */
export function courseHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, routes.listCourses, async ({ call, query }) =>
    toRestList(await listCourses(db.scope(call), query, query), toListedCourseJson),
  );

  bindRoute(app, routes.getCourse, async ({ call, params: { id } }) =>
    toCourseJson(requireCourse(await findCourse(db.scope(call), id), id)),
  );

  bindRoute(app, routes.createCourse, ({ call, body }) => createCourse(db, quota, call, body, toCourseJson));

  bindRoute(app, routes.updateCourse, ({ call, params: { id }, body }) =>
    db.transaction(call, async (scope) => toCourseJson(await changeCourse(scope, { ...body, courseId: id }))),
  );
}

/** A course of a list as REST callers see it. */
function toListedCourseJson(course: ListedCourse) {
  const { _id, createdAt, updatedAt, publishedAt } = course;
  return {
    _id,
    ...toCourseFields(course),
    created_at: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
  };
}

/** The same with its modules. */
function toCourseJson(course: Course) {
  return { ...toListedCourseJson(course), modules: course.modules.map(toModuleJson) };
}

/** A module as REST callers see it. */
export function toModuleJson({ id: _id, title, order, required }: CourseModule) {
  return { _id, title, order, required };
}

/** REST routes of the modules of a course. */
export function courseModuleHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getCourseModules, async ({ call, params: { id } }) =>
    toModulesJson(requireCourse(await findCourse(db.scope(call), id), id)),
  );

  bindRoute(app, replaceCourseModules, ({ call, params: { id: courseId }, body }) =>
    db.transaction(call, async (scope) => {
      const modules = body.modules.map(({ _id: id, ...module }) => ({ id, ...module }));
      const { after } = planCourseModules({ courseId, modules }, await findCourse(scope, courseId));
      return toModulesJson(requireCourse(await replaceModules(scope, courseId, after), courseId));
    }),
  );
}

function toModulesJson({ _id: courseId, modules, updatedAt }: Course) {
  return { courseId, modules: modules.map(toModuleJson), updatedAt: updatedAt.toISOString() };
}
