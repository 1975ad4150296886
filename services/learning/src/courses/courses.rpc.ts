import { type Database, type Quota, toListReply } from "@tenant-ops/kit/data";
import { joinReviews, reviewName, type RpcHandlers, selectPresentFields } from "@tenant-ops/kit/rpc";
import {
  type CreateCourseRequest,
  CreateCourseRequestSchema,
  type LearningService,
  type UpdateCourseRequest,
  UpdateCourseRequestSchema,
} from "@tenant-ops/proto/learning";
import { changeCourse, createCourse } from "./courses.changes.js";
import { planCourse, planCourseUpdate } from "./courses.rules.js";
import { findCourse, findCourseBySlug, findCourseByTitle, listCourses } from "./courses.store.js";
import type { Course, CourseRequest, CourseUpdateRequest, ListedCourse } from "./courses.types.js";

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
      return toListReply(await listCourses(db.scope(call), {}, { limit, cursor }), toItem);
    },

    async proposeCreateCourse(request, call) {
      const scope = db.scope(call);
      const { course, checks, warnings } = planCourse(
        toCourseRequest(request),
        await findCourseBySlug(scope, request.slug),
      );
      await quota.check(scope);
      const name = reviewName("course", await findCourseByTitle(scope, course.title));
      return { preview: course, ...joinReviews({ checks, warnings }, name) };
    },

    approveCreateCourse(request, call) {
      const toReply = ({ _id: id, title }: Course) => ({ id, title, status: "created" });
      return createCourse(db, quota, call, toCourseRequest(request), toReply);
    },

    async proposeUpdateCourse(request, call) {
      const scope = db.scope(call);
      const course = await findCourse(scope, request.courseId);
      const { courseId, changes, before, after, ...review } = planCourseUpdate(toUpdateRequest(request), course);
      const name = changes.title && reviewName("course", await findCourseByTitle(scope, changes.title, courseId));
      const preview = { courseId, changed: Object.keys(changes), before, after };
      return { preview, ...joinReviews(review, ...(name ? [name] : [])) };
    },

    async approveUpdateCourse(request, call) {
      return db.transaction(call, async (scope) => {
        const { _id: courseId } = await changeCourse(scope, toUpdateRequest(request));
        return { courseId, updated: true };
      });
    },

    async getTarget({ id }, call) {
      const course = await findCourse(db.scope(call), id);
      return { exists: course !== null, isActive: course?.published ?? false };
    },
  };
}

function toCourseRequest(request: CreateCourseRequest): CourseRequest {
  const { title, slug, description, isCertified } = request;
  const { examApproveScore } = selectPresentFields(CreateCourseRequestSchema, request);
  return { title, slug, description, isCertified, examApproveScore };
}

function toUpdateRequest(request: UpdateCourseRequest): CourseUpdateRequest {
  return { ...selectPresentFields(UpdateCourseRequestSchema, request), courseId: request.courseId };
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
