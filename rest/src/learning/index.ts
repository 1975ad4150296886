export { listCourses, getCourse, createCourse, updateCourse } from "./courses.js";
export { getCourseModules, replaceCourseModules } from "./modules.js";
export { listSessions, listCourseSessions, getSession, enrollStudent } from "./sessions.js";
export { reportProgress, finishSession, submitExam } from "./session-steps.js";
export { listAttempts } from "./attempts.js";
export { listCertificates, getCertificate, issueCertificate, issueCertificates } from "./certificates.js";
export { getEnrollmentStatistics, getExamStatistics } from "./statistics.js";
export { getLearningDailyCounts } from "../daily-counts.js";
export * from "./pages.js";
