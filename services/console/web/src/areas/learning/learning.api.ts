import { type Input, type Reply, useChange, useRecord, useRecords } from "../../api/public-api.js";

export type Course = Reply<"learning", "getCourse">;
export type ListedCourse = Reply<"learning", "listCourses">["items"][number];
export type Learner = Reply<"learning", "getSession">;
export type Attempt = Reply<"learning", "listAttempts">["items"][number];
export type Certificate = Reply<"learning", "getCertificate">;

type Filters<Name extends "listCourses" | "listSessions" | "listCertificates"> = Omit<
  Input<"learning", Name>,
  "limit" | "cursor"
>;

export const useCourses = (filters: Filters<"listCourses">) =>
  useRecords(["learning", "courses"], filters, ({ learning }, input, settings) =>
    learning.listCourses(input, settings),
  );

export const useCourse = (id: string) =>
  useRecord(["learning", "courses", id], ({ learning }, settings) => learning.getCourse({ id }, settings));

export const useLearners = (filters: Filters<"listSessions">) =>
  useRecords(["learning", "sessions"], filters, ({ learning }, input, settings) =>
    learning.listSessions(input, settings),
  );

export const useLearner = (id: string) =>
  useRecord(["learning", "sessions", id], ({ learning }, settings) => learning.getSession({ id }, settings));

export const useAttempts = (id: string) =>
  useRecords(["learning", "sessions", id, "attempts"], {}, ({ learning }, input, settings) =>
    learning.listAttempts({ id, ...input }, settings),
  );

export const useCertificates = (filters: Filters<"listCertificates">) =>
  useRecords(["learning", "certificates"], filters, ({ learning }, input, settings) =>
    learning.listCertificates(input, settings),
  );

export const useEnrollmentNumbers = (courseId: string) =>
  useRecord(["learning", "courses", courseId, "numbers"], ({ learning }, settings) =>
    learning.getEnrollmentStatistics({ courseId }, settings),
  );

export const useExamNumbers = (courseId: string) =>
  useRecord(["learning", "courses", courseId, "exam-numbers"], ({ learning }, settings) =>
    learning.getExamStatistics({ courseId }, settings),
  );

export const useCreateCourse = (onDone: (course: Course) => void) =>
  useChange(
    "learning",
    ({ learning }, input: Input<"learning", "createCourse">, options) => learning.createCourse(input, options),
    onDone,
  );

export const useUpdateCourse = (onDone: (course: Course) => void) =>
  useChange(
    "learning",
    ({ learning }, input: Input<"learning", "updateCourse">, options) => learning.updateCourse(input, options),
    onDone,
  );

export const useReplaceModules = (onDone: () => void) =>
  useChange(
    "learning",
    ({ learning }, input: Input<"learning", "replaceCourseModules">, options) =>
      learning.replaceCourseModules(input, options),
    onDone,
  );

export const useEnroll = (onDone: () => void) =>
  useChange(
    "learning",
    ({ learning }, input: Input<"learning", "enrollStudent">, options) => learning.enrollStudent(input, options),
    onDone,
  );

export const useIssueCertificate = (onDone: () => void) =>
  useChange("learning", ({ learning }, id: string, options) => learning.issueCertificate({ id }, options), onDone);
