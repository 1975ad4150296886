import { checkAll, conflict, notFound, type Refusal, requestName, wording } from "@tenant-ops/kit/errors";
import {
  joinReviews,
  type PreviewCheck,
  type PreviewReview,
  requireText,
  reviewChanges,
  reviewName,
} from "@tenant-ops/kit/rpc";
import { normalizeLines, say } from "@tenant-ops/kit/texts";
import { learningSentences as sentences } from "@tenant-ops/proto/sentences/learning";

/** A request to create a course. */
export interface CourseRequest {
  title: string;
  slug: string;
  description: string;
  isCertified: boolean;
  /** Absent: the course has no exam. */
  examApproveScore?: number;
}

/**
 * Decides whether a course may be created, and with which values. A new course is a draft.
 * @param sameSlug the course of the business that has this slug, if any
 * @throws Refusal course_slug_taken, invalid_argument
 */
export function planCourse(request: CourseRequest, sameSlug: { _id: string } | null) {
  const { title } = checkAll({
    slug: () => requireFreeSlug(request.slug, sameSlug),
    title: () => requireText("title", request.title),
  });
  const { slug, description, isCertified, examApproveScore } = request;
  return {
    title,
    slug,
    description: normalizeLines(description),
    published: false,
    isCertified,
    ...(examApproveScore !== undefined && { examApproveScore: toScore(examApproveScore) }),
  };
}

/** The fields of a course that tools write. */
export type CourseFields = ReturnType<typeof planCourse>;

/** One step of a course. The tenant chooses its id. */
export interface CourseModule {
  id: string;
  title: string;
  order: number;
  /** Whether a learner must complete it to finish the course. */
  required: boolean;
}

export interface Course extends CourseFields {
  _id: string;
  /** Of the title, for searches. */
  words: string[];
  /** In the order in which learners take them. */
  modules: CourseModule[];
  createdAt: Date;
  updatedAt: Date;
  /** The last time it was published. */
  publishedAt?: Date;
  /** Country of the business when the course was created, for the language of the page. */
  country: string;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** A course as lists show it. */
export type ListedCourse = Omit<Course, "modules" | "words">;

/** What lists of sessions and certificates show of a course. */
export type CourseNames = Pick<Course, "title" | "slug">;

/** The fields of a course that its sessions show. */
export type CourseOutline = CourseNames & Pick<Course, "examApproveScore"> & { modules: Pick<CourseModule, "id">[] };

/**
 * The checks and warnings of the preview.
 * @param sameName a course of the business that already has this title
 */
export function reviewCourse({ examApproveScore }: CourseFields, sameName: { _id: string } | null): PreviewReview {
  const checks = [{ name: "slug_is_free", ok: true, detail: say(sentences.slug_is_free) }];
  const warnings = [say(sentences.draft)];
  if (examApproveScore === undefined) warnings.push(say(sentences.no_exam));
  return joinReviews({ checks, warnings }, reviewName("course", sameName));
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

/** A request to change a course; absent fields do not change. */
export type CourseUpdateRequest = { courseId: string } & Partial<Omit<CourseFields, "slug">>;

/**
 * Decides what an update changes: only the fields that are present in the request.
 * @throws Refusal course_not_found, invalid_argument
 */
export function planCourseUpdate(request: CourseUpdateRequest, found: Course | null) {
  const course = requireCourse(found, request.courseId);
  const before = toCourseFields(course);
  const given = selectGivenFields(request);
  /** The fields that get another value. */
  const changes: Partial<CourseFields> = Object.fromEntries(
    listKeys(given).flatMap((field) => (given[field] === before[field] ? [] : [[field, given[field]]])),
  );
  return { course, before, after: { ...before, ...given }, changes };
}

export type CourseUpdatePlan = ReturnType<typeof planCourseUpdate>;

export function toCourseFields(course: CourseFields): CourseFields {
  const { title, slug, description, published, isCertified, examApproveScore } = course;
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

/**
 * The checks and warnings of the preview.
 * @param sameName another course of the business that already has the new title
 */
export function reviewCourseUpdate(
  { course: { modules }, before, changes }: CourseUpdatePlan,
  sameName: { _id: string } | null,
): PreviewReview {
  const hasChanges = listKeys(changes).length > 0;
  const checks: PreviewCheck[] = [reviewChanges(hasChanges)];
  const warnings: PreviewReview["warnings"] = [];
  if (!hasChanges) warnings.push(say(sentences.same_values));
  if (changes.published === true) {
    const detail = say(sentences.modules_of_course, { modules: modules.length });
    checks.push({ name: "has_modules", ok: modules.length > 0, detail });
    if (modules.length === 0) warnings.push(say(sentences.no_modules));
  }
  if (changes.published === false) warnings.push(say(sentences.unpublished));
  if (changes.examApproveScore !== undefined) {
    const hadExam = before.examApproveScore !== undefined;
    warnings.push(say(hadExam ? sentences.score_from_now : sentences.exam_for_good));
  }
  return joinReviews({ checks, warnings }, ...(changes.title ? [reviewName("course", sameName)] : []));
}

function listKeys(fields: Partial<CourseFields>): (keyof CourseFields)[] {
  return Object.keys(fields) as (keyof CourseFields)[];
}

/** Without a negative zero: MongoDB does not replace 0 by it, so the preview would show what is not stored. */
function toScore(score: number): number {
  return score + 0;
}
