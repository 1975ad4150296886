import { findPage, newId, type Page, type PageRequest, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { CourseFields } from "./courses.rules.js";
import type { CourseModule } from "./modules.rules.js";

export interface Course extends CourseFields {
  _id: string;
  /** In the order in which they are taken. */
  modules: CourseModule[];
  createdAt: Date;
  updatedAt: Date;
  /** The last time it was opened to students. */
  publishedAt?: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

export const courseIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  // The index decides who gets a slug; a look-up only informs.
  { key: { slug: 1 }, unique: true },
] as const;

const courses = (scope: Scope) => scope.collection<Course>("courses");

export function findCourse(scope: Scope, courseId: string): Promise<Course | null> {
  return courses(scope).findOne({ _id: { $eq: courseId } });
}

export function findCourseBySlug(scope: Scope, slug: string): Promise<Course | null> {
  return courses(scope).findOne({ slug: { $eq: slug } });
}

export function listCourses(scope: Scope, page: PageRequest): Promise<Page<Course>> {
  return findPage<Course>(scope, "courses", {}, page);
}

/** Courses by id, for rows that show something of a course beside a session. */
export async function findCourses(scope: Scope, courseIds: readonly string[]): Promise<Map<string, Course>> {
  const distinct = [...new Set(courseIds)];
  if (distinct.length === 0) return new Map();
  const found = await courses(scope).find({ _id: { $in: distinct } }, { limit: distinct.length });
  return new Map(found.map((course) => [course._id, course]));
}

/** Not appended but inserted at once: the caller wants to hear here that the slug is taken. */
export async function insertCourse(scope: WriteScope, fields: CourseFields): Promise<Course> {
  const { now, call } = scope;
  const dates = { createdAt: now, updatedAt: now, createdBy: call.keyId };
  const course: Course = { _id: newId("crs"), ...fields, modules: [], ...dates };
  await courses(scope).insertOne(course);
  return course;
}

/** Writes the change on the course as it was seen; whoever opens it to students says when. */
export async function changeCourse(
  scope: WriteScope,
  courseId: string,
  before: CourseFields,
  change: Partial<CourseFields>,
): Promise<void> {
  const opens = change.published === true;
  const changed = await courses(scope).updateOne(
    { _id: { $eq: courseId }, published: before.published },
    { $set: { ...change, updatedAt: scope.now, ...(opens && { publishedAt: scope.now }) } },
  );
  if (changed.matchedCount === 0) throw new Error("a course changed within the transaction that changes it");
}

export function replaceModules(scope: WriteScope, courseId: string, modules: CourseModule[]): Promise<Course | null> {
  return courses(scope).findOneAndUpdate({ _id: { $eq: courseId } }, { $set: { modules, updatedAt: scope.now } });
}
