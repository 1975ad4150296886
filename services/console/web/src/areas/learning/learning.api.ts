import type { Reply } from "../../api/public-api.js";

export type Course = Reply<"learning", "getCourse">;
export type ListedCourse = Reply<"learning", "listCourses">["items"][number];
export type Learner = Reply<"learning", "getSession">;
export type Attempt = Reply<"learning", "listAttempts">["items"][number];
export type Certificate = Reply<"learning", "getCertificate">;
