import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, lines, name, queryFlag, searchBy, someOf } from "../fields.js";
import { courseModule } from "./modules.js";

const path = "/v1/public/courses";

const title = name;
const slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const description = lines(5000);
const examApproveScore = z.number().min(0).max(100);

const courseFields = {
  _id: z.string(),
  title: z.string(),
  slug: z.string().describe("Unique in the business. It never changes."),
  description: z.string(),
  published: z.boolean().describe("Students can access the course only while this is true."),
  isCertified: z.boolean().describe("The course is meant to end with a certificate."),
  examApproveScore: z.number().optional().describe("Least score to pass the exam; absent: the course has no exam."),
  created_at: dateTime,
  updatedAt: dateTime,
  publishedAt: dateTime.optional().describe("The last publication; absent before the first one."),
};

const listedCourse = z.strictObject(courseFields).meta({ id: "ListedCourse" });

const course = z
  .strictObject({
    ...courseFields,
    modules: z.array(courseModule).describe("In the order in which students take them."),
  })
  .meta({ id: "Course" });

export const listCourses = defineRoute({
  id: "listCourses",
  method: "GET",
  path,
  service: "learning",
  caller: "tenant",
  summary: "List the courses",
  description: "The newest first, drafts included. Modules are not in the list: read the course for them.",
  query: z.strictObject({
    ...listQuery,
    published: queryFlag.optional().describe("Only published courses, or only those that are not."),
    slug: slug.optional().describe("Only the course with this slug."),
    search: searchBy("the title"),
  }),
  replies: { 200: { description: "A page of courses", body: listReply(listedCourse) } },
  tools: ["learning_list_courses"],
});

export const getCourse = defineRoute({
  id: "getCourse",
  method: "GET",
  path: `${path}/{id}`,
  service: "learning",
  caller: "tenant",
  summary: "Read one course",
  params: byId,
  replies: { 200: { description: "The course with its modules", body: course } },
  errors: ["course_not_found"],
});

export const createCourse = defineRoute({
  id: "createCourse",
  method: "POST",
  path,
  service: "learning",
  caller: "tenant",
  summary: "Create a course",
  description:
    "Creates a draft without modules. Set the modules with `PUT /v1/public/courses/{id}/modules`, then publish it with `PATCH /v1/public/courses/{id}`.",
  body: z.strictObject({
    title,
    slug: slug.describe("Unique in the business, and final."),
    description: description.default(""),
    examApproveScore: examApproveScore.optional().describe("Least score to pass the exam; absent: no exam."),
    isCertified: z.boolean().default(false),
  }),
  replies: { 201: { description: "The new course", body: course } },
  errors: ["course_slug_taken", "quota_exceeded"],
  idempotency: "accepted",
  tools: ["learning_approve_create_course", "learning_propose_create_course"],
});

export const updateCourse = defineRoute({
  id: "updateCourse",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "learning",
  caller: "tenant",
  summary: "Change a course, publish it or close it",
  description:
    "Only the fields that are sent change. An exam cannot be removed once the course has one. A new passing score applies to attempts from then on. While `published` is false, students can neither enroll nor go on.",
  params: byId,
  body: someOf({
    title,
    description: description.describe("An empty text clears it."),
    examApproveScore: examApproveScore.describe("Adds an exam to a course without one."),
    isCertified: z.boolean(),
    published: z.boolean(),
  }),
  replies: { 200: { description: "The changed course", body: course } },
  errors: ["course_not_found"],
  idempotency: "accepted",
  tools: ["learning_approve_update_course", "learning_propose_update_course"],
});
