import type { Database } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { getCourseModules, replaceCourseModules } from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { planCourseModules } from "./course-modules.rules.js";
import { toModuleJson } from "./courses.replies.js";
import { requireCourse } from "./courses.rules.js";
import { findCourse, replaceModules } from "./courses.store.js";
import type { Course } from "./courses.types.js";

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
