import type { Course } from "./courses.types.js";
import type { CourseModule, ModuleRequest } from "./modules.types.js";

/** The modules that a course gets instead of those that it has. */
export interface CourseModulesRequest {
  courseId: string;
  modules: readonly ModuleRequest[];
}

/** The plan of replacing the modules of a course. */
export interface CourseModulesPlan {
  course: Course;
  after: CourseModule[];
  /** Modules whose id is new. */
  added: CourseModule[];
  /** Modules whose id would be gone. */
  removed: CourseModule[];
}

/** How many learners the change concerns. */
export interface LearnerCounts {
  inProgress: number;
  /** How many of them have completed all required modules of the new list. */
  done: number;
}
