// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { List, ReadOptions, WriteOptions } from "../call.types.js";
import type { Input, Item, Reply } from "../shapes.js";

/**
 * Products, distribution centers, their stock, and withdrawals.
 */
export interface SupplyArea {
  /**
   * List the products.
   *
   * The catalogue of the business, newest first.
   *
   * `GET /v1/public/supply/stocks`
   */
  listStocks(input?: Input<"listStocks">, options?: ReadOptions): List<Item<"listStocks">, Reply<"listStocks">>;

  /**
   * Create a product.
   *
   * Adds a product to the catalogue. No center keeps it yet: create a center stock for that.
   *
   * `POST /v1/public/supply/stocks`
   */
  createStock(input: Input<"createStock">, options?: WriteOptions): Promise<Reply<"createStock">>;

  /**
   * Read one product.
   *
   * `GET /v1/public/supply/stocks/{id}`
   */
  getStock(input: Input<"getStock">, options?: ReadOptions): Promise<Reply<"getStock">>;
}

/**
 * Courses, the sessions of learners, exams and certificates.
 */
export interface LearningArea {
  /**
   * List the courses.
   *
   * The newest first, drafts included. Modules are not in the list: read the course for them.
   *
   * `GET /v1/public/courses`
   */
  listCourses(input?: Input<"listCourses">, options?: ReadOptions): List<Item<"listCourses">, Reply<"listCourses">>;

  /**
   * Create a course.
   *
   * Creates a draft without modules. Set the modules with `PUT /v1/public/courses/{id}/modules`, then publish it with `PATCH /v1/public/courses/{id}`.
   *
   * `POST /v1/public/courses`
   */
  createCourse(input: Input<"createCourse">, options?: WriteOptions): Promise<Reply<"createCourse">>;

  /**
   * List the sessions of a course.
   *
   * The same as `GET /v1/public/sessions` with `courseId`.
   *
   * `GET /v1/public/courses/{id}/sessions`
   */
  listCourseSessions(input: Input<"listCourseSessions">, options?: ReadOptions): List<Item<"listCourseSessions">, Reply<"listCourseSessions">>;

  /**
   * Enroll a student in a course.
   *
   * The course must be published. A student has one session per course: when there is one already, the answer is 200 with it, and nothing changes, not even the name.
   *
   * `POST /v1/public/courses/{id}/sessions`
   */
  enrollStudent(input: Input<"enrollStudent">, options?: WriteOptions): Promise<Reply<"enrollStudent">>;

  /**
   * Finish a session.
   *
   * For a course without required modules, and for a student whose last missing module was removed from the course. Otherwise the report of the last required module does the same.
   *
   * `POST /v1/public/sessions/{id}/finish`
   */
  finishSession(input: Input<"finishSession">, options?: WriteOptions): Promise<Reply<"finishSession">>;

  /**
   * Read one certificate.
   *
   * Tells also whether the business has issued a certificate with this id.
   *
   * `GET /v1/public/certificates/{id}`
   */
  getCertificate(input: Input<"getCertificate">, options?: ReadOptions): Promise<Reply<"getCertificate">>;

  /**
   * Read one course.
   *
   * `GET /v1/public/courses/{id}`
   */
  getCourse(input: Input<"getCourse">, options?: ReadOptions): Promise<Reply<"getCourse">>;

  /**
   * Change a course, publish it or close it.
   *
   * Only the fields that are sent change. An exam cannot be removed once the course has one. A new passing score applies to attempts from then on. While `published` is false, students can neither enroll nor go on.
   *
   * `PATCH /v1/public/courses/{id}`
   */
  updateCourse(input: Input<"updateCourse">, options?: WriteOptions): Promise<Reply<"updateCourse">>;

  /**
   * Read the modules of a course.
   *
   * All of them: a course has at most 200.
   *
   * `GET /v1/public/courses/{id}/modules`
   */
  getCourseModules(input: Input<"getCourseModules">, options?: ReadOptions): Promise<Reply<"getCourseModules">>;

  /**
   * Replace the modules of a course.
   *
   * The whole list: modules that are not in it are removed. No student loses a status or a completed module. A student in progress has to complete the required modules of the new list.
   *
   * `PUT /v1/public/courses/{id}/modules`
   */
  replaceCourseModules(input: Input<"replaceCourseModules">, options?: WriteOptions): Promise<Reply<"replaceCourseModules">>;

  /**
   * Count enrollments by status.
   *
   * The dates choose by `startedAt`. A student in two courses counts twice. Rates have two decimals.
   *
   * `GET /v1/public/courses/statistics`
   */
  getEnrollmentStatistics(input?: Input<"getEnrollmentStatistics">, options?: ReadOptions): Promise<Reply<"getEnrollmentStatistics">>;

  /**
   * Sum up the exams.
   *
   * Each student of a course counts once, with the best score.
   *
   * `GET /v1/public/courses/exam-statistics`
   */
  getExamStatistics(input?: Input<"getExamStatistics">, options?: ReadOptions): Promise<Reply<"getExamStatistics">>;

  /**
   * Read one session.
   *
   * `GET /v1/public/sessions/{id}`
   */
  getSession(input: Input<"getSession">, options?: ReadOptions): Promise<Reply<"getSession">>;

  /**
   * Certify a completed session.
   *
   * Sets a session with status `completed` to `certified`, for good. It makes no document and sends no message. A course with `isCertified` false is not refused.
   *
   * `POST /v1/public/sessions/{id}/certificate`
   */
  issueCertificate(input: Input<"issueCertificate">, options?: WriteOptions): Promise<Reply<"issueCertificate">>;

  /**
   * List the certificates.
   *
   * The latest first. All filters that are given apply; the dates are those of the issue.
   *
   * `GET /v1/public/certificates`
   */
  listCertificates(input?: Input<"listCertificates">, options?: ReadOptions): List<Item<"listCertificates">, Reply<"listCertificates">>;

  /**
   * Certify many completed sessions.
   *
   * Up to 100 sessions in one transaction: all of them or, if one cannot be certified, none. It makes no documents and sends no messages, and it cannot be undone.
   *
   * `POST /v1/public/certificates`
   */
  issueCertificates(input: Input<"issueCertificates">, options?: WriteOptions): Promise<Reply<"issueCertificates">>;

  /**
   * List the exam attempts of a session.
   *
   * The latest first. An attempt is never changed.
   *
   * `GET /v1/public/sessions/{id}/attempts`
   */
  listAttempts(input: Input<"listAttempts">, options?: ReadOptions): List<Item<"listAttempts">, Reply<"listAttempts">>;

  /**
   * List the sessions.
   *
   * A session is one student in one course. The latest enrollment comes first. All filters that are given apply; the dates are those of enrollment.
   *
   * `GET /v1/public/sessions`
   */
  listSessions(input?: Input<"listSessions">, options?: ReadOptions): List<Item<"listSessions">, Reply<"listSessions">>;

  /**
   * Report a completed module.
   *
   * Reporting a module again changes nothing. With the last required module a session `in_progress` becomes `exam`, or `completed` in a course without an exam.
   *
   * `POST /v1/public/sessions/{id}/progress`
   */
  reportProgress(input: Input<"reportProgress">, options?: WriteOptions): Promise<Reply<"reportProgress">>;

  /**
   * Submit an exam.
   *
   * The session must be in `exam` or `failed`. An attempt at or above `examApproveScore` of the course completes it; one below fails, and may be repeated. Send an `Idempotency-Key`: without one, a repeated request is another attempt.
   *
   * `POST /v1/public/sessions/{id}/exam`
   */
  submitExam(input: Input<"submitExam">, options?: WriteOptions): Promise<Reply<"submitExam">>;
}

export interface Areas {
  readonly supply: SupplyArea;
  readonly learning: LearningArea;
}
