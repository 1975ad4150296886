import { toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { selectPresentFields } from "@tenant-ops/kit/rpc";
import {
  CoursePublishedSchema,
  type CreateCourseRequest,
  CreateCourseRequestSchema,
  LearningService,
  type UpdateCourseRequest,
  UpdateCourseRequestSchema,
} from "@tenant-ops/proto/learning";
import * as routes from "@tenant-ops/rest/learning";
import { toModuleReply } from "./course-modules.noun.js";
import {
  type Course,
  type CourseRequest,
  type CourseUpdatePlan,
  type CourseUpdateRequest,
  type ListedCourse,
  requireCourse,
  toCourseFields,
} from "./courses.rules.js";
import { courseIndexes, findCourse, listCourses } from "./courses.store.js";
import { createCourse, updateCourse } from "./courses.verbs.js";

/** The courses of a business. `course-modules.noun.ts` has their modules. */
export const courses = defineNoun({
  api: LearningService,
  collections: {
    courses: { indexes: courseIndexes, retention: { kept: "until_deleted" }, personal: "Texts of the business." },
  },
  events: [CoursePublishedSchema],
  verbs: { createCourse, updateCourse },

  rpcs: ({ createCourse, updateCourse }, { scope }) => ({
    listCourses: async ({ limit, cursor }, call) =>
      toListReply(await listCourses(scope(call), {}, { limit, cursor }), toItem),
    proposeCreateCourse: (request, call) => createCourse.preview(call, toCourseRequest(request)),
    approveCreateCourse: (request, call) =>
      createCourse.keeping(call, toCourseRequest(request), ({ _id: id, title }) => ({ id, title, status: "created" })),
    proposeUpdateCourse: (request, call) => updateCourse.preview(call, toUpdateRequest(request), toUpdatePreview),
    approveUpdateCourse: (request, call) =>
      updateCourse.keeping(call, toUpdateRequest(request), ({ _id: courseId }) => ({ courseId, updated: true })),
    async getTarget({ id }, call) {
      const course = await findCourse(scope(call), id);
      return { exists: course !== null, isActive: course?.published ?? false };
    },
  }),

  http(app, { createCourse, updateCourse }, { scope }) {
    bindRoute(app, routes.listCourses, async ({ call, query }) =>
      toRestList(await listCourses(scope(call), query, query), toListedReply),
    );
    bindRoute(app, routes.getCourse, async ({ call, params: { id } }) =>
      toReply(requireCourse(await findCourse(scope(call), id), id)),
    );
    bindRoute(app, routes.createCourse, async ({ call, body }) => toReply(await createCourse(call, body)));
    bindRoute(app, routes.updateCourse, async ({ call, params: { id: courseId }, body }) =>
      toReply(await updateCourse(call, { ...body, courseId })),
    );
  },
});

function toCourseRequest(request: CreateCourseRequest): CourseRequest {
  const { title, slug, description, isCertified } = request;
  const { examApproveScore } = selectPresentFields(CreateCourseRequestSchema, request);
  return { title, slug, description, isCertified, examApproveScore };
}

function toUpdateRequest(request: UpdateCourseRequest): CourseUpdateRequest {
  return { ...selectPresentFields(UpdateCourseRequestSchema, request), courseId: request.courseId };
}

function toUpdatePreview({ course, changes, before, after }: CourseUpdatePlan) {
  return { courseId: course._id, changed: Object.keys(changes), before, after };
}

function toItem(course: ListedCourse) {
  return { id: course._id, ...toCourseFields(course), createdAt: course.createdAt.toISOString(), ...toDates(course) };
}

/** A course of a list as REST callers see it. */
function toListedReply(course: ListedCourse) {
  const { _id, createdAt } = course;
  return { _id, ...toCourseFields(course), created_at: createdAt.toISOString(), ...toDates(course) };
}

function toReply(course: Course) {
  return { ...toListedReply(course), modules: course.modules.map(toModuleReply) };
}

function toDates({ updatedAt, publishedAt }: ListedCourse) {
  return { updatedAt: updatedAt.toISOString(), ...(publishedAt && { publishedAt: publishedAt.toISOString() }) };
}
