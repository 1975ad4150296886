import { invalid, quote } from "@tenant-ops/kit/errors";
import { type PreviewCheck, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { say } from "@tenant-ops/kit/texts";
import { learningSentences as sentences } from "@tenant-ops/proto/sentences/learning";
import { type Course, type CourseModule, requireCourse } from "./courses.rules.js";

/** A module as a request gives it. */
export type ModuleRequest = Omit<CourseModule, "order"> & Partial<Pick<CourseModule, "order">>;

/** The modules that a course gets instead of those that it has. */
export interface CourseModulesRequest {
  courseId: string;
  modules: readonly ModuleRequest[];
}

/**
 * Decides the modules of a course. Learners keep what they have completed and their status, whatever the list says.
 * @throws Refusal course_not_found, invalid_argument
 */
export function planCourseModules(request: CourseModulesRequest, found: Course | null) {
  const course = requireCourse(found, request.courseId);
  const after = planModules(request.modules.map(trimTexts));
  return {
    course,
    after,
    added: selectOthers(after, course.modules),
    removed: selectOthers(course.modules, after),
  };
}

export type CourseModulesPlan = ReturnType<typeof planCourseModules>;

function trimTexts(request: ModuleRequest, index: number): ModuleRequest {
  const field = `modules[${index}]`;
  const id = requireText(`${field}.id`, request.id);
  return { ...request, id, title: requireText(`${field}.title`, request.title) };
}

/** The modules whose id is not in the other list. */
const selectOthers = (modules: readonly CourseModule[], others: readonly CourseModule[]) =>
  modules.filter(({ id }) => !others.some((other) => other.id === id));

/** How many learners the change concerns. */
export interface LearnerCounts {
  inProgress: number;
  /** How many of them have completed all required modules of the new list. */
  done: number;
}

/** The checks and warnings of the preview. */
export function reviewCourseModules(plan: CourseModulesPlan, { inProgress, done }: LearnerCounts): PreviewReview {
  const { course, after, added, removed } = plan;
  const hasChanges = JSON.stringify(after) !== JSON.stringify(course.modules);
  const required = after.filter((module) => module.required);
  const newlyRequired = required.filter(({ id }) => !course.modules.some((old) => old.id === id && old.required));
  const checks: PreviewCheck[] = [
    {
      name: "changes_something",
      ok: hasChanges,
      detail: say(sentences.modules_change, { added: added.length, removed: removed.length }),
    },
    {
      name: "has_required_modules",
      ok: required.length > 0,
      detail: say(sentences.modules_required, { required: required.length }),
    },
  ];
  const warnings: PreviewReview["warnings"] = [];
  if (!hasChanges) warnings.push(say(sentences.same_modules));
  if (required.length === 0) warnings.push(say(sentences.no_module_required));
  if (newlyRequired.length > 0 && inProgress > 0) {
    const { modules, more } = listIds(newlyRequired);
    warnings.push(
      more > 0
        ? say(sentences.learners_do_these_and_more_too, { learners: inProgress, modules, more })
        : say(sentences.learners_do_these_too, { learners: inProgress, modules }),
    );
  }
  if (removed.length > 0) {
    const { modules, more } = listIds(removed);
    warnings.push(
      more > 0
        ? say(sentences.modules_and_more_count_no_more, { modules, more })
        : say(sentences.modules_count_no_more, { modules }),
    );
  }
  if (done > 0) warnings.push(say(sentences.learners_done, { learners: done }));
  return { checks, warnings };
}

const namedMax = 10;

/** The ids of the first modules, and how many more there are. */
function listIds(modules: readonly CourseModule[]) {
  const named = modules.slice(0, namedMax).map(({ id }) => id);
  return { modules: named.join(", "), more: modules.length - named.length };
}

/**
 * The modules in the order in which learners take them: by `order`, or by their position in the request without one.
 * @throws Refusal invalid_argument when two modules have the same id
 */
export function planModules(given: readonly ModuleRequest[]): CourseModule[] {
  const ids = new Set<string>();
  for (const { id } of given) {
    if (ids.has(id)) throw invalid("modules", `the id ${quote(id)} is used twice.`, "duplicate");
    ids.add(id);
  }
  const modules = given.map(({ order, ...module }, index) => ({ ...module, order: order ?? index + 1 }));
  return modules.toSorted((one, other) => one.order - other.order);
}

/** The required modules that a learner has not completed. */
export function selectMissingModules(modules: readonly CourseModule[], completed: readonly string[]): CourseModule[] {
  return modules.filter((module) => module.required && !completed.includes(module.id));
}

/** The first module that a learner has not completed. */
export function findCurrentModule<Module extends Pick<CourseModule, "id">>(
  modules: readonly Module[],
  completed: readonly string[],
): Module | undefined {
  const ids = new Set(completed);
  return modules.find((module) => !ids.has(module.id));
}
