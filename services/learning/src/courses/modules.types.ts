/** One step of a course. The tenant chooses its id. */
export interface CourseModule {
  id: string;
  title: string;
  order: number;
  /** Whether a learner must complete it to finish the course. */
  required: boolean;
}

/** A module as a request gives it. */
export interface ModuleRequest {
  id: string;
  title: string;
  order?: number | undefined;
  required: boolean;
}
