import { bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { type FieldsOf, selectPresentFields } from "@tenant-ops/kit/rpc";
import {
  type CourseModulesRequest as ModulesMessage,
  LearningService,
  ModuleRequestSchema,
} from "@tenant-ops/proto/learning";
import * as routes from "@tenant-ops/rest/learning";
import type { CourseModulesPlan, CourseModulesRequest, LearnerCounts } from "./course-modules.rules.js";
import { type Course, type CourseModule, requireCourse } from "./courses.rules.js";
import { findCourse } from "./courses.store.js";
import { replaceModules } from "./courses.verbs.js";

/** The modules of a course, which are stored in it. */
export const courseModules = defineNoun({
  api: LearningService,
  verbs: { replaceModules },

  rpcs: ({ replaceModules }, { scope }) => ({
    async listCourseModules({ courseId }, call) {
      const { title, modules, updatedAt } = requireCourse(await findCourse(scope(call), courseId), courseId);
      return { courseId, title, modules, updatedAt: updatedAt.toISOString() };
    },
    proposeCourseModules: (request, call) => replaceModules.preview(call, toRequest(request), toPreview),
    approveCourseModules: (request, call) =>
      replaceModules.keeping(call, toRequest(request), ({ _id: courseId, modules }) => ({
        courseId,
        updated: true,
        moduleCount: modules.length,
      })),
  }),

  http(app, { replaceModules }, { scope }) {
    bindRoute(app, routes.getCourseModules, async ({ call, params: { id } }) =>
      toReply(requireCourse(await findCourse(scope(call), id), id)),
    );
    bindRoute(app, routes.replaceCourseModules, async ({ call, params: { id: courseId }, body }) => {
      const modules = body.modules.map(({ _id: id, ...module }) => ({ id, ...module }));
      return toReply(await replaceModules(call, { courseId, modules }));
    });
  },
});

function toRequest({ courseId, modules }: FieldsOf<ModulesMessage>): CourseModulesRequest {
  return {
    courseId,
    modules: modules.map((message) => {
      const { id, title, required } = message;
      return { id, title, required, order: selectPresentFields(ModuleRequestSchema, message).order };
    }),
  };
}

function toPreview({ course, after, added, removed }: CourseModulesPlan, { inProgress, done }: LearnerCounts) {
  return {
    courseId: course._id,
    title: course.title,
    before: course.modules,
    after,
    added: added.map(({ id }) => id),
    removed: removed.map(({ id }) => id),
    learnersInProgress: inProgress,
    learnersDone: done,
  };
}

function toReply({ _id: courseId, modules, updatedAt }: Course) {
  return { courseId, modules: modules.map(toModuleReply), updatedAt: updatedAt.toISOString() };
}

/** A module as REST callers see it. */
export function toModuleReply({ id: _id, title, order, required }: CourseModule) {
  return { _id, title, order, required };
}
