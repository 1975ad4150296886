import { invalid, quote } from "@tenant-ops/kit/errors";

/** One step of a course. Its id is the tenant's own word for it. */
export interface CourseModule {
  id: string;
  title: string;
  order: number;
  /** Whether the course is only done with it. */
  required: boolean;
}

export interface GivenModule {
  id: string;
  title: string;
  order?: number | undefined;
  required: boolean;
}

/** The modules as they are taken: by `order`, and where that says nothing, in the sequence in which they were given. */
export function planModules(given: readonly GivenModule[]): CourseModule[] {
  const ids = new Set<string>();
  for (const { id } of given) {
    if (ids.has(id)) throw invalid("modules", `the id ${quote(id)} is used twice.`);
    ids.add(id);
  }
  const modules = given.map(({ order, ...module }, index) => ({ ...module, order: order ?? index + 1 }));
  return modules.toSorted((a, b) => a.order - b.order);
}

/** What a learner has still to do. Modules that are not required hold nobody up. */
export function missingModules(modules: readonly CourseModule[], completed: readonly string[]): CourseModule[] {
  return modules.filter((module) => module.required && !completed.includes(module.id));
}

/** Where a learner stands: the first module that is not done. */
export function currentModule(
  modules: readonly CourseModule[],
  completed: readonly string[],
): CourseModule | undefined {
  return modules.find((module) => !completed.includes(module.id));
}
