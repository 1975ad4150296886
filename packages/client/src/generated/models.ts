// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { components } from "./schema.js";

export type Certificate = components["schemas"]["Certificate"];
export type Course = components["schemas"]["Course"];
export type CourseModule = components["schemas"]["CourseModule"];
export type CourseModules = components["schemas"]["CourseModules"];
export type EnrollmentStatistics = components["schemas"]["EnrollmentStatistics"];
export type ExamAttempt = components["schemas"]["ExamAttempt"];
export type ExamStatistics = components["schemas"]["ExamStatistics"];
export type ListedCourse = components["schemas"]["ListedCourse"];
export type Session = components["schemas"]["Session"];
export type Stock = components["schemas"]["Stock"];
