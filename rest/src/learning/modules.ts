import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, line, name } from "../fields.js";

const path = "/v1/public/courses/{id}/modules";

export const courseModule = z
  .strictObject({
    _id: z.string().describe("Chosen by the business, unique in the course."),
    title: z.string(),
    order: z.int().describe("Place in the course; the lowest comes first."),
    required: z.boolean().describe("Whether a student must complete it to finish the course."),
  })
  .meta({ id: "CourseModule" });

const courseModules = z
  .strictObject({
    courseId: z.string(),
    modules: z.array(courseModule).describe("In the order in which students take them."),
    updatedAt: dateTime.describe("The last change of the course."),
  })
  .meta({ id: "CourseModules" });

export const getCourseModules = defineRoute({
  id: "getCourseModules",
  method: "GET",
  path,
  service: "learning",
  caller: "tenant",
  summary: "Read the modules of a course",
  description: "All of them: a course has at most 200.",
  params: byId,
  replies: { 200: { description: "The modules", body: courseModules } },
  errors: ["course_not_found"],
  tools: ["learning_list_course_modules"],
});

export const replaceCourseModules = defineRoute({
  id: "replaceCourseModules",
  method: "PUT",
  path,
  service: "learning",
  caller: "tenant",
  summary: "Replace the modules of a course",
  description:
    "The whole list: modules that are not in it are removed. No student loses a status or a completed module. A student in progress has to complete the required modules of the new list.",
  params: byId,
  body: z.strictObject({
    modules: z
      .array(
        z.strictObject({
          _id: line(100)
            .min(1)
            .describe("Unique in the course. A module that keeps its id keeps what students completed."),
          title: name,
          order: z
            .int()
            .min(0)
            .max(10_000)
            .optional()
            .describe("The lowest comes first; absent: the place in this list, from 1."),
          required: z.boolean().default(true),
        }),
      )
      .min(1)
      .max(200),
  }),
  replies: { 200: { description: "The modules as they are now", body: courseModules } },
  errors: ["course_not_found"],
  idempotency: "accepted",
  tools: ["learning_approve_course_modules", "learning_propose_course_modules"],
  names: { id: "_id" },
});
