import {
  findPageByWords,
  nameCollation,
  nameIndex,
  newId,
  type Page,
  type PageRequest,
  planWordSearch,
  type Scope,
  toChangedWords,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type {
  Course,
  CourseFields,
  CourseModule,
  CourseNames,
  CourseOutline,
  CourseUpdatePlan,
  ListedCourse,
} from "./courses.rules.js";

export const courseIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { published: 1, createdAt: -1, _id: -1 } },
  // Enforces one course per slug. Reading before an insert only gives an early refusal.
  { key: { slug: 1 }, unique: true },
  nameIndex("title"),
  wordIndex(),
  wordIndex(["published"]),
] as const;

const courses = (scope: Scope) => scope.collection<Course>("courses");
const withoutModules = { businessId: 0, modules: 0, words: 0 };

export function findCourse(scope: Scope, courseId: string): Promise<Course | null> {
  return courses(scope).findById(courseId);
}

export function findCourseOutlines(scope: Scope, courseIds: readonly string[]): Promise<Map<string, CourseOutline>> {
  const projection = { title: 1, slug: 1, examApproveScore: 1, "modules.id": 1 };
  return courses(scope).findByIds(courseIds, { projection });
}

/** Courses without their modules, by id. */
export function findListedCourses(scope: Scope, courseIds: readonly string[]): Promise<Map<string, ListedCourse>> {
  return courses(scope).findByIds(courseIds, { projection: withoutModules });
}

/** Title and slug of courses, by id. */
export function findCourseNames(scope: Scope, courseIds: readonly string[]): Promise<Map<string, CourseNames>> {
  return courses(scope).findByIds(courseIds, { projection: { title: 1, slug: 1 } });
}

export function findCourseBySlug(scope: Scope, slug: string): Promise<Course | null> {
  return courses(scope).findOne({ slug });
}

/** @param besides id of a course that is left out of the search, because it is the one that is changed */
export function findCourseByTitle(scope: Scope, title: string, besides = ""): Promise<Course | null> {
  const options = { collation: nameCollation, projection: { title: 1 } };
  return courses(scope).findOne({ title, _id: { $ne: besides } }, options);
}

/** Which courses a list contains; absent fields do not filter. */
export interface CourseFilter {
  published?: boolean;
  slug?: string;
  /** Words of the title. */
  search?: string;
}

/** Without the modules, of which a course has up to 200. */
export function listCourses(
  scope: Scope,
  { published, slug, search = "" }: CourseFilter,
  page: PageRequest,
): Promise<Page<ListedCourse>> {
  const words = planWordSearch(search);
  // The index of the slugs finds one course at most.
  const bySlug = slug !== undefined && {
    search: undefined,
    filter: { slug, ...(words && { words: { $all: [...words] } }) },
  };
  const list = { search: words, equal: { published }, ...bySlug, projection: withoutModules };
  return findPageByWords<Course>(scope, "courses", list, page);
}

/**
 * Inserts at once instead of appending, so that the caller gets the error here.
 * @throws a duplicate key error on `slug` when another course has the slug
 */
export async function insertCourse(scope: WriteScope, fields: CourseFields): Promise<Course> {
  const { now, call } = scope;
  const creation = { createdAt: now, updatedAt: now, createdBy: call.keyId };
  const words = toSearchWords(fields.title);
  const course: Course = { _id: newId("crs"), ...fields, words, modules: [], country: call.country, ...creation };
  await courses(scope).insertOne(course);
  return course;
}

/** Updates a course that is published, or not, as in `before`. Publishing it sets `publishedAt`. */
export async function saveChanges(
  scope: WriteScope,
  { course: { _id }, before, changes }: CourseUpdatePlan,
): Promise<Course> {
  const publishes = changes.published === true;
  const updated = await courses(scope).findOneAndUpdate(
    { _id, published: before.published },
    {
      $set: {
        ...changes,
        ...toChangedWords(changes.title),
        updatedAt: scope.now,
        ...(publishes && { publishedAt: scope.now }),
      },
    },
  );
  if (!updated) throw new Error("the course was changed by another transaction");
  return updated;
}

export function saveModules(scope: WriteScope, courseId: string, modules: CourseModule[]): Promise<Course | null> {
  return courses(scope).findOneAndUpdate({ _id: courseId }, { $set: { modules, updatedAt: scope.now } });
}
