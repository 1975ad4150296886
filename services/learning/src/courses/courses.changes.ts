import type { Call } from "@tenant-ops/kit/call";
import { type Database, isDuplicateKeyError, type Quota, type WriteScope } from "@tenant-ops/kit/data";
import { requireAsPreviewed } from "@tenant-ops/kit/rpc";
import { CourseChangePreviewSchema, CoursePublishedSchema } from "@tenant-ops/proto/learning";
import { planCourse, planCourseUpdate, requireCourse, slugTaken } from "./courses.rules.js";
import { findCourse, findCourseBySlug, insertCourse, updateCourse } from "./courses.store.js";
import type { Course, CourseRequest, CourseUpdateRequest } from "./courses.types.js";

/**
 * Creates a course as a draft, in a transaction of its own.
 * @param toReply the answer that is stored under the idempotency key
 * @throws Refusal course_slug_taken, quota_exceeded, invalid_argument
 */
export async function createCourse<Reply>(
  db: Database,
  quota: Quota,
  call: Call,
  request: CourseRequest,
  toReply: (course: Course) => Reply,
): Promise<Reply> {
  try {
    return await db.transaction(call, async (scope) => {
      const { course } = planCourse(request, await findCourseBySlug(scope, request.slug));
      await quota.claim(scope);
      return toReply(await insertCourse(scope, course));
    });
  } catch (error) {
    // Another call inserted the slug after this transaction had read.
    if (isDuplicateKeyError(error, "slug")) throw slugTaken(request.slug);
    throw error;
  }
}

/**
 * Changes a course. Publishing it, in contrast to other changes, has an event.
 * @throws Refusal course_not_found, invalid_argument, preview_changed
 */
export async function changeCourse(scope: WriteScope, request: CourseUpdateRequest): Promise<Course> {
  const found = await findCourse(scope, request.courseId);
  const { courseId, before, changes } = planCourseUpdate(request, found);
  requireAsPreviewed(scope.call, CourseChangePreviewSchema, { before });
  if (Object.keys(changes).length === 0) return requireCourse(found, courseId);
  const changed = await updateCourse(scope, courseId, before, changes);
  if (changes.published) {
    const publishedAt = scope.now.toISOString();
    await scope.publish(CoursePublishedSchema, { courseId, slug: before.slug, publishedAt });
  }
  return changed;
}
