import type { Database, Scope } from "@tenant-ops/kit/data";
import { type FieldsOf, requireAsPreviewed, type RpcHandlers, selectPresentFields } from "@tenant-ops/kit/rpc";
import {
  CourseModulesPreviewSchema,
  type CourseModulesRequest as ModulesMessage,
  type LearningService,
  ModuleRequestSchema,
} from "@tenant-ops/proto/learning";
import { planCourseModules, reviewCourseModules } from "./course-modules.rules.js";
import type { CourseModulesPlan, CourseModulesRequest, LearnerCounts } from "./courses.types.js";
import { requireCourse } from "./courses.rules.js";
import { findCourse, replaceModules } from "./courses.store.js";
import { countInProgress } from "../sessions/sessions.store.js";

type CourseModuleRpcs = Pick<
  RpcHandlers<typeof LearningService>,
  "listCourseModules" | "proposeCourseModules" | "approveCourseModules"
>;

/** The modules of a course. */
export function courseModuleRpcs(db: Database): CourseModuleRpcs {
  return {
    async listCourseModules({ courseId }, call) {
      const { title, modules, updatedAt } = requireCourse(await findCourse(db.scope(call), courseId), courseId);
      return { courseId, title, modules, updatedAt: updatedAt.toISOString() };
    },

    async proposeCourseModules(request, call) {
      const scope = db.scope(call);
      const plan = planCourseModules(toRequest(request), await findCourse(scope, request.courseId));
      const learners = await countLearners(scope, plan);
      const preview = {
        courseId: plan.course._id,
        title: plan.course.title,
        before: plan.course.modules,
        after: plan.after,
        added: plan.added.map(({ id }) => id),
        removed: plan.removed.map(({ id }) => id),
        learnersInProgress: learners.inProgress,
        learnersDone: learners.done,
      };
      return { preview, ...reviewCourseModules(plan, learners) };
    },

    async approveCourseModules(request, call) {
      return db.transaction(call, async (scope) => {
        const { course, after } = planCourseModules(toRequest(request), await findCourse(scope, request.courseId));
        requireAsPreviewed(call, CourseModulesPreviewSchema, { before: course.modules });
        await replaceModules(scope, course._id, after);
        return { courseId: course._id, updated: true, moduleCount: after.length };
      });
    },
  };
}

function toRequest({ courseId, modules }: FieldsOf<ModulesMessage>): CourseModulesRequest {
  return {
    courseId,
    modules: modules.map((message) => {
      const { id, title, required } = message;
      return { id, title, required, order: selectPresentFields(ModuleRequestSchema, message).order };
    }),
  };
}

async function countLearners(scope: Scope, { course, after }: CourseModulesPlan): Promise<LearnerCounts> {
  const required = after.filter((module) => module.required).map(({ id }) => id);
  const inProgress = await countInProgress(scope, course._id);
  const done = required.length > 0 ? await countInProgress(scope, course._id, required) : 0;
  return { inProgress, done };
}
