import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { count, dateQuery } from "../fields.js";

const path = "/v1/public/courses";
const courseId = z.string().max(200).default("").describe("Only this course; left out: all courses.");
const percentage = z.number().min(0).max(100);

const enrollmentStatistics = z
  .strictObject({
    total_enrollments: count,
    by_status: z
      .strictObject({ in_progress: count, exam: count, completed: count, certified: count, failed: count })
      .describe("How many are in each status now."),
    completion_rate: percentage.describe("completed and certified, % of all."),
    certification_rate: percentage.describe("certified, % of all."),
    certifiedOfCompleted: percentage.describe("certified, % of completed and certified."),
  })
  .meta({ id: "EnrollmentStatistics" });

const examStatistics = z
  .strictObject({
    total_exams_started: count.describe("Students who ever entered the exam."),
    total_exams_completed: count.describe("Students who handed in at least one attempt."),
    pass_rate: percentage.describe("Passed, % of total_exams_completed."),
    average_score: z.number().optional().describe("Mean of the best scores; absent when no exam was handed in."),
  })
  .meta({ id: "ExamStatistics" });

export const getEnrollmentStatistics = defineRoute({
  id: "getEnrollmentStatistics",
  method: "GET",
  path: `${path}/statistics`,
  service: "learning",
  caller: "tenant",
  summary: "Count enrollments by status",
  description: "The dates choose by `startedAt`. A student in two courses counts twice. Rates have two decimals.",
  query: z.strictObject({ courseId, ...dateQuery }),
  replies: { 200: { description: "Counts and rates", body: enrollmentStatistics } },
  errors: ["course_not_found"],
  tools: ["learning_get_enrollment_stats"],
});

export const getExamStatistics = defineRoute({
  id: "getExamStatistics",
  method: "GET",
  path: `${path}/exam-statistics`,
  service: "learning",
  caller: "tenant",
  summary: "Sum up the exams",
  description: "Each student of a course counts once, with the best score.",
  query: z.strictObject({ courseId }),
  replies: { 200: { description: "Counts and rates", body: examStatistics } },
  errors: ["course_not_found"],
  tools: ["learning_get_exam_results"],
});
