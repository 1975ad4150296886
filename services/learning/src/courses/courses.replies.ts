import { toCourseFields } from "./courses.rules.js";
import type { Course, ListedCourse } from "./courses.types.js";
import type { CourseModule } from "./modules.types.js";

/** A course of a list as REST callers see it. */
export function toListedCourseJson(course: ListedCourse) {
  const { _id, createdAt, updatedAt, publishedAt } = course;
  return {
    _id,
    ...toCourseFields(course),
    created_at: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
  };
}

/** The same with its modules. */
export function toCourseJson(course: Course) {
  return { ...toListedCourseJson(course), modules: course.modules.map(toModuleJson) };
}

/** A module as REST callers see it. */
export function toModuleJson({ id: _id, title, order, required }: CourseModule) {
  return { _id, title, order, required };
}
