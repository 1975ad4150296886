import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { changeCourse, createCourse } from "./courses.changes.js";
import { toCourseJson, toListedCourseJson } from "./courses.replies.js";
import { requireCourse } from "./courses.rules.js";
import { findCourse, listCourses } from "./courses.store.js";

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
