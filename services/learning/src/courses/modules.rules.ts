import { invalid, quote } from "@tenant-ops/kit/errors";
import type { CourseModule, ModuleRequest } from "./courses.types.js";

/**
 * The modules in the order in which learners take them: by `order`, or by their position in the request without one.
 * @throws Refusal invalid_argument when two modules have the same id
 */
export function planModules(given: readonly ModuleRequest[]): CourseModule[] {
  const ids = new Set<string>();
  for (const { id } of given) {
    if (ids.has(id)) throw invalid("modules", `the id ${quote(id)} is used twice.`);
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
