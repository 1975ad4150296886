import { type Database, isDuplicateKeyError, type Quota, toListReply, type WriteScope } from "@tenant-ops/kit/data";
import { joinReviews, reviewName, type RpcHandlers } from "@tenant-ops/kit/rpc";
import { CoursePublishedSchema, type LearningService } from "@tenant-ops/proto/learning";
import { planCourse, planCourseUpdate, slugTaken } from "./courses.rules.js";
import {
  findCourse,
  findCourseBySlug,
  findCourseByTitle,
  insertCourse,
  listCourses,
  updateCourse,
} from "./courses.store.js";
import type { CourseUpdatePlan, ListedCourse } from "./courses.types.js";

type CourseRpcs = Pick<
  RpcHandlers<typeof LearningService>,
  | "listCourses"
  | "proposeCreateCourse"
  | "approveCreateCourse"
  | "proposeUpdateCourse"
  | "approveUpdateCourse"
  | "getTarget"
>;

/** The courses of a business. */
export function courseRpcs(db: Database, quota: Quota): CourseRpcs {
  return {
    async listCourses({ limit, cursor }, call) {
      return toListReply(await listCourses(db.scope(call), { limit, cursor }), toItem);
    },

    async proposeCreateCourse(request, call) {
      const scope = db.scope(call);
      const { course, checks, warnings } = planCourse(request, await findCourseBySlug(scope, request.slug));
      await quota.check(scope);
      const name = reviewName("course", await findCourseByTitle(scope, course.title));
      return { preview: course, ...joinReviews({ checks, warnings }, name) };
    },

    async approveCreateCourse(request, call) {
      try {
        return await db.transaction(call, async (scope) => {
          const sameSlug = await findCourseBySlug(scope, request.slug);
          const { course } = planCourse(request, sameSlug);
          await quota.claim(scope);
          const { _id: id, title } = await insertCourse(scope, course);
          return { id, title, status: "created" };
        });
      } catch (error) {
        // Another call inserted the slug after this transaction had read.
        if (isDuplicateKeyError(error, "slug")) throw slugTaken(request.slug);
        throw error;
      }
    },

    async proposeUpdateCourse(request, call) {
      const scope = db.scope(call);
      const course = await findCourse(scope, request.courseId);
      const { courseId, changes, before, after, ...review } = planCourseUpdate(request, course);
      const name = changes.title && reviewName("course", await findCourseByTitle(scope, changes.title, courseId));
      const preview = { courseId, changed: Object.keys(changes), before, after };
      return { preview, ...joinReviews(review, ...(name ? [name] : [])) };
    },

    async approveUpdateCourse(request, call) {
      return db.transaction(call, async (scope) => {
        const course = await findCourse(scope, request.courseId);
        const plan = planCourseUpdate(request, course);
        await updateAndPublish(scope, plan);
        return { courseId: plan.courseId, updated: true };
      });
    },

    async getTarget({ id }, call) {
      const course = await findCourse(db.scope(call), id);
      return { exists: course !== null, isActive: course?.published ?? false };
    },
  };
}

/** Publishing a course, in contrast to other changes, has an event. */
async function updateAndPublish(scope: WriteScope, { courseId, before, changes }: CourseUpdatePlan): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await updateCourse(scope, courseId, before, changes);
  if (!changes.published) return;
  await scope.publish(CoursePublishedSchema, { courseId, slug: before.slug, publishedAt: scope.now.toISOString() });
}

function toItem(course: ListedCourse) {
  const { _id: id, title, slug, description, published, isCertified, examApproveScore, publishedAt } = course;
  return {
    id,
    title,
    slug,
    description,
    published,
    isCertified,
    ...(examApproveScore !== undefined && { examApproveScore }),
    createdAt: course.createdAt.toISOString(),
    updatedAt: course.updatedAt.toISOString(),
    ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
  };
}
