// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { components } from "./schema.js";

export type Certificate = components["schemas"]["Certificate"];
export type ClaimedPrize = components["schemas"]["ClaimedPrize"];
export type Course = components["schemas"]["Course"];
export type CourseModule = components["schemas"]["CourseModule"];
export type CourseModules = components["schemas"]["CourseModules"];
export type DrawnGift = components["schemas"]["DrawnGift"];
export type EnrollmentStatistics = components["schemas"]["EnrollmentStatistics"];
export type ExamAttempt = components["schemas"]["ExamAttempt"];
export type ExamStatistics = components["schemas"]["ExamStatistics"];
export type Gift = components["schemas"]["Gift"];
export type GiftChangeInput = components["schemas"]["GiftChangeInput"];
export type GiftType = components["schemas"]["GiftType"];
export type ListedCourse = components["schemas"]["ListedCourse"];
export type NewGiftInput = components["schemas"]["NewGiftInput"];
export type Prize = components["schemas"]["Prize"];
export type Roulette = components["schemas"]["Roulette"];
export type RouletteItem = components["schemas"]["RouletteItem"];
export type RouletteSummary = components["schemas"]["RouletteSummary"];
export type RouletteType = components["schemas"]["RouletteType"];
export type Session = components["schemas"]["Session"];
export type Spin = components["schemas"]["Spin"];
export type Stock = components["schemas"]["Stock"];
