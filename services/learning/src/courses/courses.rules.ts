import { checkAll, conflict, notFound, type Refusal, requestName, wording } from "@tenant-ops/kit/errors";
import { type PreviewCheck, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { normalizeLines } from "@tenant-ops/kit/texts";
import type {
  Course,
  CourseFields,
  CoursePlan,
  CourseRequest,
  CourseUpdatePlan,
  CourseUpdateRequest,
} from "./courses.types.js";

/**
 * Decides whether a course may be created, and with which values. A new course is a draft.
 * @param sameSlug the course of the business that has this slug, if any
 * @throws Refusal course_slug_taken, invalid_argument
 */
export function planCourse(request: CourseRequest, sameSlug: { _id: string } | null): CoursePlan {
  const { title } = checkAll({
    slug: () => requireFreeSlug(request.slug, sameSlug),
    title: () => requireText("title", request.title),
  });
  const { examApproveScore } = request;
  const course: CourseFields = {
    title,
    slug: request.slug,
    description: normalizeLines(request.description),
    published: false,
    isCertified: request.isCertified,
    ...(examApproveScore !== undefined && { examApproveScore: toScore(examApproveScore) }),
  };
  const checks = [{ name: "slug_is_free", ok: true, detail: "No course of this business has this slug." }];
  const warnings = ["It will be a draft: students can access it once it is published."];
  if (examApproveScore === undefined)
    warnings.push("It will have no exam: a learner completes it with the last required module.");
  return { course, checks, warnings };
}

function requireFreeSlug(slug: string, sameSlug: { _id: string } | null): void {
  if (sameSlug) throw slugTaken(slug);
}

export function slugTaken(slug: string): Refusal {
  return conflict(
    "course_slug_taken",
    wording`The slug ${slug} belongs to another course of this business. Choose another slug; ${requestName("learning_list_courses")} shows those in use.`,
    { slug },
    "slug",
  );
}

/** @throws Refusal course_not_found */
export function requireCourse<Found>(course: Found | null, courseId: string): Found {
  if (!course) throw notFound("course", courseId, { listWith: "learning_list_courses" });
  return course;
}

/** @throws Refusal course_not_published */
export function requirePublished(course: CourseFields): void {
  if (course.published) return;
  throw conflict("course_not_published", "The course is not published, so students cannot access it.");
}

/**
 * Decides what an update changes: only the fields that are present in the request.
 * @throws Refusal course_not_found, invalid_argument
 */
export function planCourseUpdate(request: CourseUpdateRequest, found: Course | null): CourseUpdatePlan {
  const course = requireCourse(found, request.courseId);
  const before = toCourseFields(course);
  const given = selectGivenFields(request);
  const after = { ...before, ...given };
  const changes = Object.fromEntries(
    listKeys(given).flatMap((field) => (given[field] === before[field] ? [] : [[field, given[field]]])),
  );
  return { courseId: course._id, before, after, changes, ...reviewCourseUpdate(course, before, changes) };
}

export function toCourseFields({
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

function selectGivenFields(request: CourseUpdateRequest): Partial<CourseFields> {
  const { title, description, examApproveScore, isCertified, published } = request;
  return {
    ...(title !== undefined && { title: requireText("title", title) }),
    ...(description !== undefined && { description: normalizeLines(description) }),
    ...(examApproveScore !== undefined && { examApproveScore: toScore(examApproveScore) }),
    ...(isCertified !== undefined && { isCertified }),
    ...(published !== undefined && { published }),
  };
}

function reviewCourseUpdate({ modules }: Course, before: CourseFields, changes: Partial<CourseFields>): PreviewReview {
  const hasChanges = listKeys(changes).length > 0;
  const checks: PreviewCheck[] = [
    {
      name: "changes_something",
      ok: hasChanges,
      detail: hasChanges ? "Values change." : "Nothing would change: these values are already set.",
    },
  ];
  const warnings: string[] = [];
  if (!hasChanges) warnings.push("Nothing would change: the course has these values already.");
  if (changes.published === true) {
    checks.push({ name: "has_modules", ok: modules.length > 0, detail: `The course has ${modules.length} modules.` });
    if (modules.length === 0) warnings.push("It has no modules: a learner is done as soon as they finish it.");
  }
  if (changes.published === false) {
    warnings.push(
      "Students lose access: no student can enroll, and those who are learning cannot go on until it is published again.",
    );
  }
  if (changes.examApproveScore !== undefined) {
    const scoreNote = "The score counts for exams from now on; what was passed or failed before stays so.";
    warnings.push(before.examApproveScore === undefined ? `The course gets an exam for good. ${scoreNote}` : scoreNote);
  }
  return { checks, warnings };
}

function listKeys(fields: Partial<CourseFields>): (keyof CourseFields)[] {
  return Object.keys(fields) as (keyof CourseFields)[];
}

/** Without a negative zero: MongoDB does not replace 0 by it, so the preview would show what is not stored. */
function toScore(score: number): number {
  return score + 0;
}
