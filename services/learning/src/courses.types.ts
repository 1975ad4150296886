import type { PreviewReview } from "@tenant-ops/kit/rpc";
import type { CourseModule } from "./modules.types.js";

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

/** What a request to create a course says. */
export type CourseRequest = Omit<CourseFields, "published" | "examApproveScore"> & {
  examApproveScore?: number | undefined;
};

/** What a request to change a course says; what is absent stays as it is. */
export type CourseUpdateRequest = { courseId: string } & {
  [Name in Exclude<keyof CourseFields, "slug">]?: CourseFields[Name] | undefined;
};

/** Which courses a list contains; what is absent does not restrict it. */
export interface CourseFilter {
  published?: boolean | undefined;
  slug?: string | undefined;
  /** How the title begins. */
  search?: string;
}

export interface Course extends CourseFields {
  _id: string;
  /** In the order in which learners take them. */
  modules: CourseModule[];
  createdAt: Date;
  updatedAt: Date;
  /** The last time it was published. */
  publishedAt?: Date;
  /** That of the business when it was created; it decides the language of the page. Absent in courses from before there were pages. */
  country?: string;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** A course as lists show it. */
export type ListedCourse = Omit<Course, "modules">;

/** The fields of a course that its sessions show. */
export type CourseOutline = Pick<Course, "_id" | "title" | "slug" | "examApproveScore"> & {
  modules: Pick<CourseModule, "id">[];
};

/** What creating a course does. */
export interface CoursePlan extends PreviewReview {
  course: CourseFields;
}

/** What updating a course does. */
export interface CourseUpdatePlan extends PreviewReview {
  courseId: string;
  before: CourseFields;
  after: CourseFields;
  /** Only the fields that get another value. */
  changes: Partial<CourseFields>;
}
