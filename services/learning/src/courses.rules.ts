import { isFieldSet } from "@bufbuild/protobuf";
import { conflict, notFound } from "@tenant-ops/kit/errors";
import { type PreviewCheck, requireText } from "@tenant-ops/kit/rpc";
import {
  type CreateCourseRequest,
  CreateCourseRequestSchema,
  type UpdateCourseRequest,
  UpdateCourseRequestSchema,
} from "@tenant-ops/proto/learning";
import type { Course } from "./courses.store.js";

/** What a course says about itself. */
export interface CourseFields {
  title: string;
  slug: string;
  description: string;
  published: boolean;
  isCertified: boolean;
  /** Absent: the course has no exam. */
  examApproveScore?: number;
}

export interface CoursePlan {
  course: CourseFields;
  checks: PreviewCheck[];
  warnings: string[];
}

/**
 * Whether a course may be created, and what it would be: a draft.
 * @param namesake a course of the business that has this slug already
 */
export function planCourse(request: CreateCourseRequest, namesake: { _id: string } | null): CoursePlan {
  if (namesake) throw slugTaken(request.slug);
  const hasExam = isFieldSet(request, CreateCourseRequestSchema.field.examApproveScore);
  const course: CourseFields = {
    title: requireText("title", request.title),
    slug: request.slug,
    description: request.description.trim(),
    published: false,
    isCertified: request.isCertified,
    ...(hasExam && { examApproveScore: request.examApproveScore }),
  };
  const checks = [{ name: "slug_is_free", ok: true, detail: "No course of this business has this slug." }];
  const warnings = ["It will be a draft: students can access it once it is published."];
  if (!hasExam) warnings.push("It will have no exam: a learner completes it with the last required module.");
  return { course, checks, warnings };
}

/** The index says so to whoever creates it second; a preview may say it before. */
export function slugTaken(slug: string) {
  return conflict(
    "course_slug_taken",
    `The slug ${slug} belongs to another course of this business. Choose another one.`,
  );
}

/** @throws Refusal course_not_found */
export function requireCourse(course: Course | null, courseId: string): Course {
  if (!course) throw notFound("course", courseId, { listWith: "learning_list_courses" });
  return course;
}

/** @throws Refusal course_not_published: students can access a course only while it is published */
export function requirePublished(course: CourseFields): void {
  if (course.published) return;
  throw conflict("course_not_published", "The course is not published, so students cannot access it.");
}

export interface CourseChangePlan {
  courseId: string;
  before: CourseFields;
  after: CourseFields;
  /** Only the fields that get another value. */
  change: Partial<CourseFields>;
  checks: PreviewCheck[];
  warnings: string[];
}

/** What an update would change: the parameters that are present, and nothing else. */
export function planCourseChange(request: UpdateCourseRequest, found: Course | null): CourseChangePlan {
  const course = requireCourse(found, request.courseId);
  const before = fieldsOf(course);
  const given = givenFields(request);
  const after = { ...before, ...given };
  const change = Object.fromEntries(
    keysOf(given).flatMap((field) => (given[field] === before[field] ? [] : [[field, given[field]]])),
  );
  return { courseId: course._id, before, after, change, ...reviewChange(course, before, change) };
}

export function fieldsOf({
  title,
  slug,
  description,
  published,
  isCertified,
  examApproveScore,
}: CourseFields): CourseFields {
  const exam = examApproveScore !== undefined && { examApproveScore };
  return { title, slug, description, published, isCertified, ...exam };
}

function givenFields(request: UpdateCourseRequest): Partial<CourseFields> {
  const { field } = UpdateCourseRequestSchema;
  const given: Partial<CourseFields> = {};
  if (isFieldSet(request, field.title)) given.title = requireText("title", request.title);
  if (isFieldSet(request, field.description)) given.description = request.description.trim();
  if (isFieldSet(request, field.examApproveScore)) given.examApproveScore = request.examApproveScore;
  if (isFieldSet(request, field.isCertified)) given.isCertified = request.isCertified;
  if (isFieldSet(request, field.published)) given.published = request.published;
  return given;
}

function reviewChange({ modules }: Course, before: CourseFields, change: Partial<CourseFields>) {
  const isChange = keysOf(change).length > 0;
  const checks: PreviewCheck[] = [
    { name: "changes_something", ok: isChange, detail: isChange ? "Values change." : "All values are so already." },
  ];
  const warnings: string[] = [];
  if (!isChange) warnings.push("Nothing would change: the course has these values already.");
  if (change.published === true) {
    checks.push({ name: "has_modules", ok: modules.length > 0, detail: `The course has ${modules.length} modules.` });
    if (modules.length === 0) warnings.push("It has no modules: a learner is done as soon as they finish it.");
  }
  if (change.published === false) {
    warnings.push(
      "Students lose access: nobody enrolls, and those who are learning cannot go on until it is published again.",
    );
  }
  if (change.examApproveScore !== undefined) {
    const counts = "The score counts for exams from now on; what was passed or failed before stays so.";
    warnings.push(before.examApproveScore === undefined ? `The course gets an exam for good. ${counts}` : counts);
  }
  return { checks, warnings };
}

function keysOf(fields: Partial<CourseFields>): (keyof CourseFields)[] {
  return Object.keys(fields) as (keyof CourseFields)[];
}
