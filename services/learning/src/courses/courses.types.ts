import type { PreviewReview } from "@tenant-ops/kit/rpc";

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

/** The fields of a course that tools write. */
export interface CourseFields {
  title: string;
  slug: string;
  description: string;
  published: boolean;
  isCertified: boolean;
  /** Absent: the course has no exam. */
  examApproveScore?: number;
}

/** A request to create a course. */
export type CourseRequest = Omit<CourseFields, "published" | "examApproveScore"> & {
  examApproveScore?: number | undefined;
};

/** A request to change a course; absent fields do not change. */
export type CourseUpdateRequest = { courseId: string } & {
  [Name in Exclude<keyof CourseFields, "slug">]?: CourseFields[Name] | undefined;
};

/** Which courses a list contains; absent fields do not filter. */
export interface CourseFilter {
  published?: boolean | undefined;
  slug?: string | undefined;
  /** Words of the title. */
  search?: string;
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

/** The fields of a course that its sessions show. */
export type CourseOutline = Pick<Course, "_id" | "title" | "slug" | "examApproveScore"> & {
  modules: Pick<CourseModule, "id">[];
};

/** The plan of a new course. */
export interface CoursePlan extends PreviewReview {
  course: CourseFields;
}

/** The plan of an update of a course. */
export interface CourseUpdatePlan extends PreviewReview {
  courseId: string;
  before: CourseFields;
  after: CourseFields;
  /** The fields that get another value. */
  changes: Partial<CourseFields>;
}
