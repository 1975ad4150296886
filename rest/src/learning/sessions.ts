import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import {
  byId,
  dateQuery,
  dateTime,
  email,
  learnerRegistration,
  name,
  personTexts,
  searchBy,
  userId,
  visitorRegistration,
} from "../fields.js";

const path = "/v1/public/sessions";
const ofCourse = "/v1/public/courses/{id}/sessions";

const status = z.enum(["in_progress", "exam", "completed", "certified", "failed"]);
const examStatus = z.enum(["none", "not_started", "started", "passed", "failed"]);

export const session = z
  .strictObject({
    _id: z.string(),
    courseId: z.string(),
    userId: z.string().describe("The business's own id of the student."),
    fullName: z.string(),
    email: z.string(),
    registration: visitorRegistration.optional().describe(learnerRegistration),
    title: z.string().describe("Title of the course."),
    slug: z.string().describe("Slug of the course."),
    status,
    currentModule: z.string().optional().describe("Id of the first module that is not completed; absent: all are."),
    completedModules: z.array(z.string()).describe("Ids of the completed modules."),
    score: z.number().optional().describe("The best score of all attempts; absent before the first one."),
    examStatus: examStatus.describe("`none`: no exam for this student. `started`: in the exam, nothing handed in yet."),
    attemptCount: z
      .int()
      .min(0)
      .describe(
        "How many exams were handed in; `GET /v1/public/sessions/{id}/attempts` lists those that no retention rule has deleted.",
      ),
    startedAt: dateTime.describe("Enrollment."),
    examStartedAt: dateTime.optional().describe("The first time the student entered the exam."),
    completedAt: dateTime.optional(),
    certificate: z
      .strictObject({
        certificateId: z.string(),
        issuedAt: dateTime,
        issuedBy: z.string().describe("Id of the API key that issued it."),
        score: z.number().optional(),
      })
      .optional()
      .describe("Absent until it is issued."),
  })
  .meta({ id: "Session" });

const sessionQuery = {
  ...listQuery,
  ...dateQuery,
  status: status.optional(),
  student: searchBy(personTexts),
  userId: userId.optional().describe("Only the sessions of this student."),
};

const sessionPage = { 200: { description: "A page of sessions", body: listReply(session) } };

export const listSessions = defineRoute({
  id: "listSessions",
  method: "GET",
  path,
  service: "learning",
  caller: "tenant",
  summary: "List the sessions",
  description:
    "A session is one student in one course. The latest enrollment comes first. All filters that are given apply; the dates are those of enrollment.",
  query: z.strictObject({
    ...sessionQuery,
    courseId: z.string().max(200).default("").describe("Only the sessions of this course."),
    examStatus: examStatus.optional().describe("`none` and `not_started` need `courseId`."),
  }),
  replies: sessionPage,
  errors: ["course_not_found"],
  tools: ["learning_list_sessions", "learning_get_course_progress"],
});

export const listCourseSessions = defineRoute({
  id: "listCourseSessions",
  method: "GET",
  path: ofCourse,
  service: "learning",
  caller: "tenant",
  summary: "List the sessions of a course",
  description: "The same as `GET /v1/public/sessions` with `courseId`.",
  params: byId,
  query: z.strictObject({ ...sessionQuery, examStatus: examStatus.optional() }),
  replies: sessionPage,
  errors: ["course_not_found"],
});

export const getSession = defineRoute({
  id: "getSession",
  method: "GET",
  path: `${path}/{id}`,
  service: "learning",
  caller: "tenant",
  summary: "Read one session",
  params: byId,
  replies: { 200: { description: "The session", body: session } },
  errors: ["session_not_found"],
});

export const enrollStudent = defineRoute({
  id: "enrollStudent",
  method: "POST",
  path: ofCourse,
  service: "learning",
  caller: "tenant",
  summary: "Enroll a student in a course",
  description:
    "The course must be published. A student has one session per course: when there is one already, the answer is 200 with it, and nothing changes, not even the name.",
  params: byId,
  body: z.strictObject({
    userId: userId.describe("Your own id of the student."),
    fullName: name,
    email: email(254),
  }),
  replies: {
    201: { description: "The new session", body: session },
    200: { description: "The session that the student has already", body: session },
  },
  errors: ["course_not_found", "course_not_published"],
  idempotency: "accepted",
  tools: ["learning_approve_enrollments", "learning_propose_enrollments"],
});
