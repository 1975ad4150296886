import { type Database, isDuplicateKeyError, toListReply, type WriteScope } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import { CoursePublishedSchema, type LearningService } from "@tenant-ops/proto/learning";
import { type CourseChangePlan, planCourse, planCourseChange, slugTaken } from "./courses.rules.js";
import { changeCourse, type Course, findCourse, findCourseBySlug, insertCourse, listCourses } from "./courses.store.js";

type CourseRpcs = Pick<
  RpcHandlers<typeof LearningService>,
  | "listCourses"
  | "proposeCreateCourse"
  | "approveCreateCourse"
  | "proposeUpdateCourse"
  | "approveUpdateCourse"
  | "getTarget"
>;

/** What can be learned. */
export function courseRpcs(db: Database): CourseRpcs {
  return {
    async listCourses({ limit, cursor }, call) {
      return toListReply(await listCourses(db.scope(call), { limit, cursor }), toItem);
    },

    async proposeCreateCourse(request, call) {
      const namesake = await findCourseBySlug(db.scope(call), request.slug);
      const { course, checks, warnings } = planCourse(request, namesake);
      return { preview: course, checks, warnings };
    },

    async approveCreateCourse(request, call) {
      try {
        return await db.transaction(call, async (scope) => {
          const namesake = await findCourseBySlug(scope, request.slug);
          const { course } = planCourse(request, namesake);
          const { _id: id, title } = await insertCourse(scope, course);
          return { id, title, status: "created" };
        });
      } catch (error) {
        // Somebody else took the slug at the same moment.
        if (isDuplicateKeyError(error, "slug")) throw slugTaken(request.slug);
        throw error;
      }
    },

    async proposeUpdateCourse(request, call) {
      const course = await findCourse(db.scope(call), request.courseId);
      const { courseId, change, before, after, checks, warnings } = planCourseChange(request, course);
      return { preview: { courseId, changed: Object.keys(change), before, after }, checks, warnings };
    },

    async approveUpdateCourse(request, call) {
      return db.transaction(call, async (scope) => {
        const course = await findCourse(scope, request.courseId);
        const plan = planCourseChange(request, course);
        await carryOut(scope, plan);
        return { courseId: plan.courseId, updated: true };
      });
    },

    async getTarget({ id }, call) {
      const course = await findCourse(db.scope(call), id);
      return { exists: course !== null, isActive: course?.published ?? false };
    },
  };
}

async function carryOut(scope: WriteScope, { courseId, before, change }: CourseChangePlan): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await changeCourse(scope, courseId, before, change);
  if (!change.published) return;
  await scope.publish(CoursePublishedSchema, { courseId, slug: before.slug, publishedAt: scope.now.toISOString() });
}

function toItem(course: Course) {
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
