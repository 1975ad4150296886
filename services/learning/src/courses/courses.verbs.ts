import { createQuota, isDuplicateKeyError, type Scope } from "@tenant-ops/kit/data";
import { requireAsPreviewed } from "@tenant-ops/kit/rpc";
import { defineVerb } from "@tenant-ops/kit/verbs";
import {
  CourseChangePreviewSchema,
  CourseModulesPreviewSchema,
  CoursePublishedSchema,
} from "@tenant-ops/proto/learning";
import type { LearningContext } from "../config.js";
import { countInProgress } from "../sessions/sessions.store.js";
import {
  type CourseModulesPlan,
  type CourseModulesRequest,
  type LearnerCounts,
  planCourseModules,
  reviewCourseModules,
} from "./course-modules.rules.js";
import {
  type CourseRequest,
  type CourseUpdateRequest,
  planCourse,
  planCourseUpdate,
  requireCourse,
  reviewCourse,
  reviewCourseUpdate,
  slugTaken,
} from "./courses.rules.js";
import {
  findCourse,
  findCourseBySlug,
  findCourseByTitle,
  insertCourse,
  saveChanges,
  saveModules,
} from "./courses.store.js";

/** Adds a course, as a draft. */
export const createCourse = defineVerb(({ config: { QUOTA_COURSES: max } }: LearningContext) => ({
  quota: createQuota({ collection: "courses", records: "courses", max, setting: "QUOTA_COURSES" }),
  load: (scope, { slug }: CourseRequest) => findCourseBySlug(scope, slug),
  plan: planCourse,
  loadFacts: (scope, { title }) => findCourseByTitle(scope, title),
  review: reviewCourse,
  write: insertCourse,
  // Another call inserted the slug after this transaction had read.
  mapError: (error, { slug }) => (isDuplicateKeyError(error, "slug") ? slugTaken(slug) : error),
}));

/** Changes the fields that are given. Publishing a course, in contrast to other changes, has an event. */
export const updateCourse = defineVerb(() => ({
  load: (scope, { courseId }: CourseUpdateRequest) => findCourse(scope, courseId),
  plan: planCourseUpdate,
  loadFacts: async (scope, { course, changes: { title } }) =>
    title ? findCourseByTitle(scope, title, course._id) : null,
  review: reviewCourseUpdate,
  async write(scope, plan) {
    const { course, before, changes } = plan;
    requireAsPreviewed(scope.call, CourseChangePreviewSchema, { before });
    if (Object.keys(changes).length === 0) return course;
    const changed = await saveChanges(scope, plan);
    if (changes.published) {
      const { _id: courseId, slug } = course;
      await scope.publish(CoursePublishedSchema, { courseId, slug, publishedAt: scope.now.toISOString() });
    }
    return changed;
  },
}));

/** Replaces the modules of a course. */
export const replaceModules = defineVerb(() => ({
  load: (scope, { courseId }: CourseModulesRequest) => findCourse(scope, courseId),
  plan: planCourseModules,
  loadFacts: countLearners,
  review: reviewCourseModules,
  async write(scope, { course: { _id, modules }, after }) {
    requireAsPreviewed(scope.call, CourseModulesPreviewSchema, { before: modules });
    return requireCourse(await saveModules(scope, _id, after), _id);
  },
}));

async function countLearners(scope: Scope, { course, after }: CourseModulesPlan): Promise<LearnerCounts> {
  const required = after.filter((module) => module.required).map(({ id }) => id);
  const inProgress = await countInProgress(scope, course._id);
  const done = required.length > 0 ? await countInProgress(scope, course._id, required) : 0;
  return { inProgress, done };
}
