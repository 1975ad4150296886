// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { List, ReadOptions, WriteOptions } from "../call.types.js";
import type { Input, Item, Reply } from "../shapes.js";

/**
 * Products, distribution centers, their stock, and withdrawals.
 */
export interface SupplyArea {
  /**
   * Set what a center holds to what was counted.
   *
   * With `expectedStock`, the request is refused when units have come or gone since it was read. The answer is the row of the ledger; its `delta` is the difference.
   *
   * `POST /v1/public/supply/center-stocks/{id}/count`
   */
  countStock(input: Input<"countStock">, options?: WriteOptions): Promise<Reply<"countStock">>;

  /**
   * List the distribution centers.
   *
   * Newest first.
   *
   * `GET /v1/public/supply/centers`
   */
  listCenters(input?: Input<"listCenters">, options?: ReadOptions): List<Item<"listCenters">, Reply<"listCenters">>;

  /**
   * Create a distribution center.
   *
   * A center holds nothing at first: create a center stock for each product that it keeps.
   *
   * `POST /v1/public/supply/centers`
   */
  createCenter(input: Input<"createCenter">, options?: WriteOptions): Promise<Reply<"createCenter">>;

  /**
   * List what the centers hold.
   *
   * One item per product and center, newest first. `belowAlert=true` shows what must be refilled. A center or product that is not of this business is 404, not an empty list.
   *
   * `GET /v1/public/supply/center-stocks`
   */
  listCenterStocks(input?: Input<"listCenterStocks">, options?: ReadOptions): List<Item<"listCenterStocks">, Reply<"listCenterStocks">>;

  /**
   * Let a center keep a product.
   *
   * Once per product and center. From then on the quantity changes only by withdrawals, receiving, transfers and counts.
   *
   * `POST /v1/public/supply/center-stocks`
   */
  createCenterStock(input: Input<"createCenterStock">, options?: WriteOptions): Promise<Reply<"createCenterStock">>;

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
   * List the transfers between centers.
   *
   * Newest first.
   *
   * `GET /v1/public/supply/transfers`
   */
  listTransfers(input?: Input<"listTransfers">, options?: ReadOptions): List<Item<"listTransfers">, Reply<"listTransfers">>;

  /**
   * Move units from one center to another.
   *
   * Both centers must keep the product. A transfer in the other direction undoes it. Its two rows of the ledger: `GET /v1/public/supply/movements?ref={_id}`.
   *
   * `POST /v1/public/supply/transfers`
   */
  createTransfer(input: Input<"createTransfer">, options?: WriteOptions): Promise<Reply<"createTransfer">>;

  /**
   * List the withdrawals.
   *
   * Newest first. A center or product that is not of this business is 404, not an empty list.
   *
   * `GET /v1/public/supply/withdrawals`
   */
  listWithdrawals(input?: Input<"listWithdrawals">, options?: ReadOptions): List<Item<"listWithdrawals">, Reply<"listWithdrawals">>;

  /**
   * Hand out units of a product to a worker.
   *
   * Takes the units out of the center's stock and records the delivery, in one step. It cannot be undone. Of several requests for the last units only as many succeed as the center holds.
   *
   * `POST /v1/public/supply/withdrawals`
   */
  createWithdrawal(input: Input<"createWithdrawal">, options?: WriteOptions): Promise<Reply<"createWithdrawal">>;

  /**
   * Read one distribution center.
   *
   * `GET /v1/public/supply/centers/{id}`
   */
  getCenter(input: Input<"getCenter">, options?: ReadOptions): Promise<Reply<"getCenter">>;

  /**
   * Change a distribution center.
   *
   * Only the fields that are sent change. `isActive` opens or closes it; what it holds stays. A link that was made from `geo` is made again when `geo` changes.
   *
   * `PATCH /v1/public/supply/centers/{id}`
   */
  updateCenter(input: Input<"updateCenter">, options?: WriteOptions): Promise<Reply<"updateCenter">>;

  /**
   * Read what one center holds of one product.
   *
   * `GET /v1/public/supply/center-stocks/{id}`
   */
  getCenterStock(input: Input<"getCenterStock">, options?: ReadOptions): Promise<Reply<"getCenterStock">>;

  /**
   * Change the alert of a center stock.
   *
   * `belowAlert` follows at once. No event is sent when a higher alert makes it low: `stock.low` tells that a quantity has fallen.
   *
   * `PATCH /v1/public/supply/center-stocks/{id}`
   */
  updateCenterStock(input: Input<"updateCenterStock">, options?: WriteOptions): Promise<Reply<"updateCenterStock">>;

  /**
   * Read one row of the ledger.
   *
   * `GET /v1/public/supply/movements/{id}`
   */
  getMovement(input: Input<"getMovement">, options?: ReadOptions): Promise<Reply<"getMovement">>;

  /**
   * Read one product.
   *
   * `GET /v1/public/supply/stocks/{id}`
   */
  getStock(input: Input<"getStock">, options?: ReadOptions): Promise<Reply<"getStock">>;

  /**
   * Change a product.
   *
   * Only the fields that are sent change. What the centers hold stays as it is, and withdrawals keep the name that the product had.
   *
   * `PATCH /v1/public/supply/stocks/{id}`
   */
  updateStock(input: Input<"updateStock">, options?: WriteOptions): Promise<Reply<"updateStock">>;

  /**
   * Count withdrawals per day.
   *
   * Withdrawals and their units by the day of their approval, without reading them.
   *
   * `GET /v1/public/supply/daily-counts`
   */
  getSupplyDailyCounts(input?: Input<"getSupplyDailyCounts">, options?: ReadOptions): Promise<Reply<"getSupplyDailyCounts">>;

  /**
   * Read one transfer.
   *
   * `GET /v1/public/supply/transfers/{id}`
   */
  getTransfer(input: Input<"getTransfer">, options?: ReadOptions): Promise<Reply<"getTransfer">>;

  /**
   * Read one withdrawal.
   *
   * `GET /v1/public/supply/withdrawals/{id}`
   */
  getWithdrawal(input: Input<"getWithdrawal">, options?: ReadOptions): Promise<Reply<"getWithdrawal">>;

  /**
   * Read the withdrawal types.
   *
   * `GET /v1/public/supply/withdrawal-types`
   */
  getWithdrawalTypes(input?: Record<string, never>, options?: ReadOptions): Promise<Reply<"getWithdrawalTypes">>;

  /**
   * Replace the business's own withdrawal types.
   *
   * The standard types always stay and may be in the list or not: read it, add a word, and send it back. Withdrawals keep the type that they have.
   *
   * `PUT /v1/public/supply/withdrawal-types`
   */
  replaceWithdrawalTypes(input: Input<"replaceWithdrawalTypes">, options?: WriteOptions): Promise<Reply<"replaceWithdrawalTypes">>;

  /**
   * List the ledger of one center stock.
   *
   * Newest row first. The `delta`s of all rows add up to `currentStock`.
   *
   * `GET /v1/public/supply/center-stocks/{id}/movements`
   */
  listCenterStockMovements(input: Input<"listCenterStockMovements">, options?: ReadOptions): List<Item<"listCenterStockMovements">, Reply<"listCenterStockMovements">>;

  /**
   * List the ledger of all centers.
   *
   * Every change of a quantity, newest first. Rows are never changed or deleted.
   *
   * `GET /v1/public/supply/movements`
   */
  listMovements(input?: Input<"listMovements">, options?: ReadOptions): List<Item<"listMovements">, Reply<"listMovements">>;

  /**
   * Add units that arrived at a center.
   *
   * Sent twice without an `Idempotency-Key`, it adds twice; a count corrects that. The answer is the row of the ledger.
   *
   * `POST /v1/public/supply/center-stocks/{id}/receive`
   */
  receiveStock(input: Input<"receiveStock">, options?: WriteOptions): Promise<Reply<"receiveStock">>;
}

/**
 * Prize roulettes, physical prize items, spins and prizes.
 */
export interface RoulettesArea {
  /**
   * Add units to a gift, or take some away.
   *
   * The number is added to the units that are left, so units that are won meanwhile are never given twice. Without an `Idempotency-Key`, a repeat adds them again.
   *
   * `POST /v1/public/roulettes/{id}/gifts/{index}/units`
   */
  addGiftUnits(input: Input<"addGiftUnits">, options?: WriteOptions): Promise<Reply<"addGiftUnits">>;

  /**
   * Add units to the stock of an item, or take some away.
   *
   * The number is added to what is there, so units that are won meanwhile are never given twice. Without an `Idempotency-Key`, a repeat adds them again.
   *
   * `POST /v1/public/roulette-items/{id}/stock`
   */
  addRouletteItemStock(input: Input<"addRouletteItemStock">, options?: WriteOptions): Promise<Reply<"addRouletteItemStock">>;

  /**
   * Claim a prize.
   *
   * Its user gets what was won; this cannot be taken back. A prize that was claimed before is not refused and stays as it is: hand out nothing when `claimedNow` is false. A repeat with the same `Idempotency-Key` gets the first answer.
   *
   * `POST /v1/public/prizes/{id}/claim`
   */
  claimPrize(input: Input<"claimPrize">, options?: WriteOptions): Promise<Reply<"claimPrize">>;

  /**
   * List the roulettes.
   *
   * Newest first, without texts, and of the gifts only those that are sold out: read one roulette for these.
   *
   * `GET /v1/public/roulettes`
   */
  listRoulettes(input?: Input<"listRoulettes">, options?: ReadOptions): List<Item<"listRoulettes">, Reply<"listRoulettes">>;

  /**
   * Create a roulette.
   *
   * It is inactive unless `isActive` is true. At least one gift is a `Perder`; one weight is above 0. Gifts cannot be added, moved or removed later.
   *
   * `POST /v1/public/roulettes`
   */
  createRoulette(input: Input<"createRoulette">, options?: WriteOptions): Promise<Reply<"createRoulette">>;

  /**
   * List the roulette items.
   *
   * Physical prizes, newest first. Those with stock that are enabled in rewards can be the `item_id` of a gift.
   *
   * `GET /v1/public/roulette-items`
   */
  listRouletteItems(input?: Input<"listRouletteItems">, options?: ReadOptions): List<Item<"listRouletteItems">, Reply<"listRouletteItems">>;

  /**
   * Create a roulette item.
   *
   * A physical prize with a stock of its own. Its country is that of the business.
   *
   * `POST /v1/public/roulette-items`
   */
  createRouletteItem(input: Input<"createRouletteItem">, options?: WriteOptions): Promise<Reply<"createRouletteItem">>;

  /**
   * List the spins of a roulette.
   *
   * Newest first.
   *
   * `GET /v1/public/roulettes/{id}/spins`
   */
  listSpins(input: Input<"listSpins">, options?: ReadOptions): List<Item<"listSpins">, Reply<"listSpins">>;

  /**
   * Spin a roulette for a user.
   *
   * Draws one gift by the weights; a gift that is unavailable gives way to its `fallback`, at the end to a `Perder`. A win takes a unit of the gift, and of its item, for good. A user who has won `max_wins` prizes is refused before anything is drawn.
   *
   * `POST /v1/public/roulettes/{id}/spins`
   */
  createSpin(input: Input<"createSpin">, options?: WriteOptions): Promise<Reply<"createSpin">>;

  /**
   * Read one prize.
   *
   * `GET /v1/public/prizes/{id}`
   */
  getPrize(input: Input<"getPrize">, options?: ReadOptions): Promise<Reply<"getPrize">>;

  /**
   * Read one roulette.
   *
   * `GET /v1/public/roulettes/{id}`
   */
  getRoulette(input: Input<"getRoulette">, options?: ReadOptions): Promise<Reply<"getRoulette">>;

  /**
   * Change a roulette, activate or deactivate it.
   *
   * Counts from the next spin on. Spins and prizes keep what was drawn, and prizes their expiry. A lower `max_wins` stops users who have won as many; they keep what they won. After a deactivation spins are refused, claims are not. Gifts keep their place and their type; their units are changed by `POST /v1/public/roulettes/{id}/gifts/{index}/units`.
   *
   * `PATCH /v1/public/roulettes/{id}`
   */
  updateRoulette(input: Input<"updateRoulette">, options?: WriteOptions): Promise<Reply<"updateRoulette">>;

  /**
   * Count spins and prizes per day.
   *
   * Spins and prizes of all roulettes by the day on which they happened: a prize that was won on one day and claimed on the next counts on both.
   *
   * `GET /v1/public/roulettes/daily-counts`
   */
  getRouletteDailyCounts(input?: Input<"getRouletteDailyCounts">, options?: ReadOptions): Promise<Reply<"getRouletteDailyCounts">>;

  /**
   * Read one roulette item.
   *
   * `GET /v1/public/roulette-items/{id}`
   */
  getRouletteItem(input: Input<"getRouletteItem">, options?: ReadOptions): Promise<Reply<"getRouletteItem">>;

  /**
   * Change a roulette item.
   *
   * Counts from the next spin on; prizes that were won stay. While it is not enabled in rewards, its gifts give way to their fallback. Its stock is changed by `POST /v1/public/roulette-items/{id}/stock`; its currency cannot be changed.
   *
   * `PATCH /v1/public/roulette-items/{id}`
   */
  updateRouletteItem(input: Input<"updateRouletteItem">, options?: WriteOptions): Promise<Reply<"updateRouletteItem">>;

  /**
   * Read one spin.
   *
   * `GET /v1/public/roulettes/{id}/spins/{spinId}`
   */
  getSpin(input: Input<"getSpin">, options?: ReadOptions): Promise<Reply<"getSpin">>;

  /**
   * List the types of gifts.
   *
   * Official and the same for every business; ids never change. The `typeOfGift` of a gift is `_id` and `name` of one of them.
   *
   * `GET /v1/public/gift-types`
   */
  listGiftTypes(input?: Input<"listGiftTypes">, options?: ReadOptions): List<Item<"listGiftTypes">, Reply<"listGiftTypes">>;

  /**
   * List the prizes that were won.
   *
   * Newest first, except with `expiresBefore`. Dates filter on the win.
   *
   * `GET /v1/public/prizes`
   */
  listPrizes(input?: Input<"listPrizes">, options?: ReadOptions): List<Item<"listPrizes">, Reply<"listPrizes">>;

  /**
   * List the types of roulettes.
   *
   * Official and the same for every business; ids never change. The `typeOfRoulette` of a roulette is `_id` and `name` of one of them.
   *
   * `GET /v1/public/roulette-types`
   */
  listRouletteTypes(input?: Input<"listRouletteTypes">, options?: ReadOptions): List<Item<"listRouletteTypes">, Reply<"listRouletteTypes">>;
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
   * Count enrollments and completions per day.
   *
   * Of all courses, by the day on which it happened: a course that was begun on one day and completed on the next counts on both.
   *
   * `GET /v1/public/learning/daily-counts`
   */
  getLearningDailyCounts(input?: Input<"getLearningDailyCounts">, options?: ReadOptions): Promise<Reply<"getLearningDailyCounts">>;

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
   * The latest first. An attempt is never changed. A retention rule may have deleted the oldest ones of a session; the others keep their numbers.
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

/**
 * Registration pages, their registrations, redirect targets and campaigns.
 */
export interface FlowsArea {
  /**
   * List the documents of a flow.
   *
   * In the order of the page.
   *
   * `GET /v1/public/flows/{slug}/documents`
   */
  listDocuments(input: Input<"listDocuments">, options?: ReadOptions): List<Item<"listDocuments">, Reply<"listDocuments">>;

  /**
   * List the flows.
   *
   * Registration landing pages with their visits and conversion, newest first.
   *
   * `GET /v1/public/flows`
   */
  listFlows(input?: Input<"listFlows">, options?: ReadOptions): List<Item<"listFlows">, Reply<"listFlows">>;

  /**
   * Create a flow.
   *
   * Its page is offline until `isActive` is set with `PATCH`. The slug is taken from then on, among all businesses, and cannot be changed.
   *
   * `POST /v1/public/flows`
   */
  createFlow(input: Input<"createFlow">, options?: WriteOptions): Promise<Reply<"createFlow">>;

  /**
   * List the surveys and events.
   *
   * Targets of redirects on other sites, newest first. Roulettes and courses are targets too and have lists of their own.
   *
   * `GET /v1/public/flows/targets`
   */
  listTargets(input?: Input<"listTargets">, options?: ReadOptions): List<Item<"listTargets">, Reply<"listTargets">>;

  /**
   * Add a survey or an event.
   *
   * `POST /v1/public/flows/targets`
   */
  createTarget(input: Input<"createTarget">, options?: WriteOptions): Promise<Reply<"createTarget">>;

  /**
   * List the test runs of a flow.
   *
   * Newest first.
   *
   * `GET /v1/public/flows/{slug}/test-runs`
   */
  listTestRuns(input: Input<"listTestRuns">, options?: ReadOptions): List<Item<"listTestRuns">, Reply<"listTestRuns">>;

  /**
   * Begin a test run of a flow.
   *
   * Answers a link to the page of the flow, also while the flow is inactive. The page says that it is a test. Sending its form completes the test run: nothing is counted, no event is sent, and the page shows where a visitor would be sent. A change of the flow afterwards makes the result outdated. Results are kept for 30 days.
   *
   * `POST /v1/public/flows/{slug}/test-runs`
   */
  createTestRun(input: Input<"createTestRun">, options?: WriteOptions): Promise<Reply<"createTestRun">>;

  /**
   * List the campaigns.
   *
   * Those that flows name by their utm_campaign and those that were declared, newest first.
   *
   * `GET /v1/public/campaigns`
   */
  listCampaigns(input?: Input<"listCampaigns">, options?: ReadOptions): List<Item<"listCampaigns">, Reply<"listCampaigns">>;

  /**
   * Declare a campaign.
   *
   * `utm.campaign` names it: flows with that value belong to it, those of today and later ones. If it is declared already, this changes it as `PATCH` does and answers 200.
   *
   * `POST /v1/public/campaigns`
   */
  declareCampaign(input: Input<"declareCampaign">, options?: WriteOptions): Promise<Reply<"declareCampaign">>;

  /**
   * Read the bank validation of the business.
   *
   * Never a secret.
   *
   * `GET /v1/public/flows/bank-provider`
   */
  getBankProvider(input?: Record<string, never>, options?: ReadOptions): Promise<Reply<"getBankProvider">>;

  /**
   * Set up the bank validation of the business.
   *
   * For all flows with `isBankProviderRequired`. Each registration is sent to `url` as a signed POST (Standard Webhooks); it answers `{status, reason}`, where `status` is `approved`, `rejected`, or `pending` with a callback to `POST /v1/public/flows/bank-validations/{id}`. Only the first answer shows `secret`.
   *
   * `PUT /v1/public/flows/bank-provider`
   */
  putBankProvider(input: Input<"putBankProvider">, options?: WriteOptions): Promise<Reply<"putBankProvider">>;

  /**
   * Delete the bank validation of the business.
   *
   * Flows register visitors without it. Registrations that wait for it fail at their next attempt; set up again, they can be sent again.
   *
   * `DELETE /v1/public/flows/bank-provider`
   */
  deleteBankProvider(input?: Record<string, never>, options?: WriteOptions): Promise<Reply<"deleteBankProvider">>;

  /**
   * Read one document of a flow.
   *
   * `GET /v1/public/flows/{slug}/documents/{id}`
   */
  getDocument(input: Input<"getDocument">, options?: ReadOptions): Promise<Reply<"getDocument">>;

  /**
   * Change a document of a flow.
   *
   * Its title, and whether visitors must accept it. The kind stays.
   *
   * `PATCH /v1/public/flows/{slug}/documents/{id}`
   */
  updateDocument(input: Input<"updateDocument">, options?: WriteOptions): Promise<Reply<"updateDocument">>;

  /**
   * Delete a document of a flow.
   *
   * The page no longer links it. Its versions stay readable for the business, because registrations refer to them.
   *
   * `DELETE /v1/public/flows/{slug}/documents/{id}`
   */
  deleteDocument(input: Input<"deleteDocument">, options?: WriteOptions): Promise<Reply<"deleteDocument">>;

  /**
   * Read one survey or event.
   *
   * `GET /v1/public/flows/targets/{id}`
   */
  getTarget(input: Input<"getTarget">, options?: ReadOptions): Promise<Reply<"getTarget">>;

  /**
   * Change a survey or an event.
   *
   * The kind stays. Visitors of all flows that redirect to it go to the new address at once.
   *
   * `PATCH /v1/public/flows/targets/{id}`
   */
  updateTarget(input: Input<"updateTarget">, options?: WriteOptions): Promise<Reply<"updateTarget">>;

  /**
   * Delete a survey or an event.
   *
   * Flows that redirect to it stay online; their visitors see a thank-you page instead.
   *
   * `DELETE /v1/public/flows/targets/{id}`
   */
  deleteTarget(input: Input<"deleteTarget">, options?: WriteOptions): Promise<Reply<"deleteTarget">>;

  /**
   * Read how visitors can prove who they are.
   *
   * `GET /v1/public/flows/visitor-sign-in`
   */
  getVisitorSignIn(input?: Record<string, never>, options?: ReadOptions): Promise<Reply<"getVisitorSignIn">>;

  /**
   * Set how visitors can prove who they are.
   *
   * A part that is absent stays as it is; `null` removes it. From then on, flows whose `authType` names a part that is set ask visitors for a proof before the form. The document of the identity provider is read before anything is stored; of WhatsApp, nothing is checked: send a test.
   *
   * `PUT /v1/public/flows/visitor-sign-in`
   */
  putVisitorSignIn(input?: Input<"putVisitorSignIn">, options?: WriteOptions): Promise<Reply<"putVisitorSignIn">>;

  /**
   * Remove both ways to prove who visitors are.
   *
   * Visitors then register without a proof.
   *
   * `DELETE /v1/public/flows/visitor-sign-in`
   */
  deleteVisitorSignIn(input?: Record<string, never>, options?: WriteOptions): Promise<Reply<"deleteVisitorSignIn">>;

  /**
   * Read one campaign.
   *
   * `GET /v1/public/campaigns/{id}`
   */
  getCampaign(input: Input<"getCampaign">, options?: ReadOptions): Promise<Reply<"getCampaign">>;

  /**
   * Change a campaign.
   *
   * Declares a derived campaign. Its `utm.campaign` stays, because it is the name by which flows belong to it.
   *
   * `PATCH /v1/public/campaigns/{id}`
   */
  updateCampaign(input: Input<"updateCampaign">, options?: WriteOptions): Promise<Reply<"updateCampaign">>;

  /**
   * Read one flow.
   *
   * `GET /v1/public/flows/{slug}`
   */
  getFlow(input: Input<"getFlow">, options?: ReadOptions): Promise<Reply<"getFlow">>;

  /**
   * Change a flow.
   *
   * Takes effect at once. `isActive` puts its page online or offline; `redirect`, `registrationFields` and `additionalRedirects` are replaced as a whole; an empty UTM value removes it.
   *
   * `PATCH /v1/public/flows/{slug}`
   */
  updateFlow(input: Input<"updateFlow">, options?: WriteOptions): Promise<Reply<"updateFlow">>;

  /**
   * Read the set-up checklist of a flow.
   *
   * What is set up and what is left to do before the link is shared, in the order of the steps.
   *
   * `GET /v1/public/flows/{slug}/checklist`
   */
  getFlowChecklist(input: Input<"getFlowChecklist">, options?: ReadOptions): Promise<Reply<"getFlowChecklist">>;

  /**
   * Count visits and registrations per day.
   *
   * Of all flows, as their own counters count: without bots and test runs.
   *
   * `GET /v1/public/flows/daily-counts`
   */
  getFlowDailyCounts(input?: Input<"getFlowDailyCounts">, options?: ReadOptions): Promise<Reply<"getFlowDailyCounts">>;

  /**
   * Read the totals of all flows.
   *
   * `GET /v1/public/flows/statistics`
   */
  getFlowStatistics(input?: Record<string, never>, options?: ReadOptions): Promise<Reply<"getFlowStatistics">>;

  /**
   * Count the visits of a flow, and where its visitors stop.
   *
   * Without bots and test runs. Each visitor of a day is counted at one place, on the day of the first visit: the places add up to `uniqueVisits`. The server sees a form when it is sent, so it does not know at which question somebody left who sent none.
   *
   * `GET /v1/public/flows/{slug}/visits`
   */
  getFlowVisits(input: Input<"getFlowVisits">, options?: ReadOptions): Promise<Reply<"getFlowVisits">>;

  /**
   * Read one registration.
   *
   * The event `flow.registration.completed` names its `registrationId` and its `slug`.
   *
   * `GET /v1/public/flows/{slug}/registrations/{id}`
   */
  getRegistration(input: Input<"getRegistration">, options?: ReadOptions): Promise<Reply<"getRegistration">>;

  /**
   * Read one test run.
   *
   * `GET /v1/public/flows/{slug}/test-runs/{id}`
   */
  getTestRun(input: Input<"getTestRun">, options?: ReadOptions): Promise<Reply<"getTestRun">>;

  /**
   * List the flows of a campaign.
   *
   * Newest first.
   *
   * `GET /v1/public/campaigns/{id}/flows`
   */
  listCampaignFlows(input: Input<"listCampaignFlows">, options?: ReadOptions): List<Item<"listCampaignFlows">, Reply<"listCampaignFlows">>;

  /**
   * List the registrations of a flow.
   *
   * What visitors answered, newest first. The answers are personal data. A page may have fewer items than `limit` when answers are long: go on until `has_more` is false.
   *
   * `GET /v1/public/flows/{slug}/registrations`
   */
  listRegistrations(input: Input<"listRegistrations">, options?: ReadOptions): List<Item<"listRegistrations">, Reply<"listRegistrations">>;

  /**
   * Report the outcome of a bank validation.
   *
   * The callback of the provider. `{id}` is the registration that it was asked about. In place of a key it may send the headers of Standard Webhooks, signed with the secret of the bank validation, at most five minutes old. What is known already changes nothing, so a repeat is harmless.
   *
   * `POST /v1/public/flows/bank-validations/{id}`
   */
  reportBankValidation(input: Input<"reportBankValidation">, options?: WriteOptions): Promise<Reply<"reportBankValidation">>;

  /**
   * Ask the bank again about a registration.
   *
   * For a registration that waits for the bank: its attempts begin again, at once, with the same `webhook-id`, so that the provider recognises it.
   *
   * `POST /v1/public/flows/{slug}/registrations/{id}/resend-bank-validation`
   */
  resendBankValidation(input: Input<"resendBankValidation">, options?: WriteOptions): Promise<Reply<"resendBankValidation">>;

  /**
   * Replace the secret of the bank validation.
   *
   * Until the overlap ends, requests carry the signatures of the old and the new secret, and callbacks may use either.
   *
   * `POST /v1/public/flows/bank-provider/rotate-secret`
   */
  rotateBankProviderSecret(input?: Input<"rotateBankProviderSecret">, options?: WriteOptions): Promise<Reply<"rotateBankProviderSecret">>;

  /**
   * Try the bank validation.
   *
   * Sends one signed request with `test: true` and without answers, also while it is off, and waits five seconds. Nothing is stored.
   *
   * `POST /v1/public/flows/bank-provider/test`
   */
  testBankProvider(input?: Record<string, never>, options?: WriteOptions): Promise<Reply<"testBankProvider">>;

  /**
   * Send a test code over WhatsApp.
   *
   * Sends a code that proves nothing. WhatsApp charges it like any other, and it counts in the limits of the phone and of the day. A phone gets at most one code in 60 seconds.
   *
   * `POST /v1/public/flows/visitor-sign-in/whatsapp/test`
   */
  testVisitorWhatsApp(input: Input<"testVisitorWhatsApp">, options?: WriteOptions): Promise<Reply<"testVisitorWhatsApp">>;
}

/**
 * Where events are sent, and the log of deliveries.
 */
export interface WebhooksArea {
  /**
   * List the endpoints.
   *
   * Where events are sent, which ones, and whether deliveries succeed; newest first. Never a secret.
   *
   * `GET /v1/public/webhooks/endpoints`
   */
  listWebhookEndpoints(input?: Input<"listWebhookEndpoints">, options?: ReadOptions): List<Item<"listWebhookEndpoints">, Reply<"listWebhookEndpoints">>;

  /**
   * Create an endpoint.
   *
   * Events from now on are sent to `url`. A business has at most 20 endpoints. The answer shows `secret`, which no later answer does.
   *
   * `POST /v1/public/webhooks/endpoints`
   */
  createWebhookEndpoint(input: Input<"createWebhookEndpoint">, options?: WriteOptions): Promise<Reply<"createWebhookEndpoint">>;

  /**
   * Read one endpoint.
   *
   * `GET /v1/public/webhooks/endpoints/{id}`
   */
  getWebhookEndpoint(input: Input<"getWebhookEndpoint">, options?: ReadOptions): Promise<Reply<"getWebhookEndpoint">>;

  /**
   * Change an endpoint.
   *
   * Absent fields stay as they are; `null` removes a limit. While `status` is `disabled`, events wait: for 30 days new ones are still collected.
   *
   * `PATCH /v1/public/webhooks/endpoints/{id}`
   */
  updateWebhookEndpoint(input: Input<"updateWebhookEndpoint">, options?: WriteOptions): Promise<Reply<"updateWebhookEndpoint">>;

  /**
   * Delete an endpoint.
   *
   * Its pending deliveries fail, and none of its deliveries can be sent again. This cannot be undone.
   *
   * `DELETE /v1/public/webhooks/endpoints/{id}`
   */
  deleteWebhookEndpoint(input: Input<"deleteWebhookEndpoint">, options?: WriteOptions): Promise<Reply<"deleteWebhookEndpoint">>;

  /**
   * Enable an endpoint.
   *
   * What has waited is sent, and its count of failures starts again at 0.
   *
   * `POST /v1/public/webhooks/endpoints/{id}/enable`
   */
  enableWebhookEndpoint(input: Input<"enableWebhookEndpoint">, options?: WriteOptions): Promise<Reply<"enableWebhookEndpoint">>;

  /**
   * Count deliveries per day.
   *
   * Deliveries by the day on which they ended. A delivery that is repeated by hand is a delivery of its own.
   *
   * `GET /v1/public/webhooks/daily-counts`
   */
  getWebhookDailyCounts(input?: Input<"getWebhookDailyCounts">, options?: ReadOptions): Promise<Reply<"getWebhookDailyCounts">>;

  /**
   * Read one delivery.
   *
   * With each attempt: the status code that the receiver answered, or what went wrong.
   *
   * `GET /v1/public/webhooks/deliveries/{traceId}`
   */
  getWebhookDelivery(input: Input<"getWebhookDelivery">, options?: ReadOptions): Promise<Reply<"getWebhookDelivery">>;

  /**
   * Read one recovery.
   *
   * `GET /v1/public/webhooks/recoveries/{id}`
   */
  getWebhookRecovery(input: Input<"getWebhookRecovery">, options?: ReadOptions): Promise<Reply<"getWebhookRecovery">>;

  /**
   * List deliveries.
   *
   * One item per event and endpoint, newest first, kept for 30 days after its end. A date alone means that whole day in the business's time zone.
   *
   * `GET /v1/public/webhooks/deliveries`
   */
  listWebhookDeliveries(input?: Input<"listWebhookDeliveries">, options?: ReadOptions): List<Item<"listWebhookDeliveries">, Reply<"listWebhookDeliveries">>;

  /**
   * List the types of events.
   *
   * Every type that an endpoint can receive, with the JSON schema of its body.
   *
   * `GET /v1/public/webhooks/events`
   */
  listWebhookEventTypes(input?: Input<"listWebhookEventTypes">, options?: ReadOptions): List<Item<"listWebhookEventTypes">, Reply<"listWebhookEventTypes">>;

  /**
   * List the recoveries.
   *
   * Newest first.
   *
   * `GET /v1/public/webhooks/recoveries`
   */
  listWebhookRecoveries(input?: Input<"listWebhookRecoveries">, options?: ReadOptions): List<Item<"listWebhookRecoveries">, Reply<"listWebhookRecoveries">>;

  /**
   * Send a test event.
   *
   * Sends a `webhook.ping` to this endpoint only. The answer's `traceId` shows the outcome in the log.
   *
   * `POST /v1/public/webhooks/endpoints/{id}/ping`
   */
  pingWebhookEndpoint(input: Input<"pingWebhookEndpoint">, options?: WriteOptions): Promise<Reply<"pingWebhookEndpoint">>;

  /**
   * Read the last 20 deliveries.
   *
   * An array, newest first. For older ones follow the header `Link`, or use `GET /v1/public/webhooks/deliveries`, which has filters.
   *
   * `GET /v1/public/webhooks`
   */
  readWebhookLog(input?: Input<"readWebhookLog">, options?: ReadOptions): List<Item<"readWebhookLog">, Reply<"readWebhookLog">>;

  /**
   * Send failed deliveries of a time range again.
   *
   * Starts a recovery: each event that failed in the range becomes one new delivery to this endpoint, oldest first. It runs in the background.
   *
   * `POST /v1/public/webhooks/endpoints/{id}/recover`
   */
  recoverWebhookDeliveries(input: Input<"recoverWebhookDeliveries">, options?: WriteOptions): Promise<Reply<"recoverWebhookDeliveries">>;

  /**
   * Send a delivery again.
   *
   * A new delivery of the same event to the same endpoint, with the same `webhookId` and a new `traceId`.
   *
   * `POST /v1/public/webhooks/deliveries/{traceId}/redeliver`
   */
  redeliverWebhook(input: Input<"redeliverWebhook">, options?: WriteOptions): Promise<Reply<"redeliverWebhook">>;

  /**
   * Replace the secret of an endpoint.
   *
   * Until the overlap ends, events carry the signatures of the old and the new secret.
   *
   * `POST /v1/public/webhooks/endpoints/{id}/rotate-secret`
   */
  rotateWebhookSecret(input: Input<"rotateWebhookSecret">, options?: WriteOptions): Promise<Reply<"rotateWebhookSecret">>;
}

/**
 * Numbers over time, by product, center, course, campaign and more.
 */
export interface AnalyticsArea {
  /**
   * List what can be counted.
   *
   * Collections with their metrics and dimensions: those of areas that the key may read. With `dimension`, also its values in the last 400 days with their names (of fewer days in a business with very many values).
   *
   * `GET /v1/public/analytics/collections`
   */
  listAnalyticsCollections(input?: Input<"listAnalyticsCollections">, options?: ReadOptions): Promise<Reply<"listAnalyticsCollections">>;

  /**
   * Count over time.
   *
   * Sums counters by intervals and dimensions. Every unknown word is refused with the words that are known; a filter is never ignored. Rows that do not fit into an answer are summed up in `other`, so that rows and `other` add up to `totals`. Rates of totals are computed from their parts. The key also needs the scope to read the area that counts the collection.
   *
   * `POST /v1/public/analytics/query`
   */
  queryAnalytics(input: Input<"queryAnalytics">, options?: WriteOptions): Promise<Reply<"queryAnalytics">>;
}

/**
 * Pages for people, and this document.
 */
export interface PagesArea {
  /**
   * List the requests about persons.
   *
   * The newest first. Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.
   *
   * `GET /v1/public/person-requests`
   */
  listPersonRequests(input?: Input<"listPersonRequests">, options?: ReadOptions): List<Item<"listPersonRequests">, Reply<"listPersonRequests">>;

  /**
   * Export or erase a person.
   *
   * An export can be downloaded at once. An erasure replaces the names of the person in all areas by one tombstone, so that ledgers and counts stay right, and deletes what else is known; it cannot be undone, and takes about half a minute. Read the request until it is `completed`: it is then the receipt. A second request about the same person gets the one that is running, and one that was completed within a day while nothing new is stored. An erasure by a person in the console needs a fresh proof of who they are. Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.
   *
   * `POST /v1/public/person-requests`
   */
  createPersonRequest(input: Input<"createPersonRequest">, options?: WriteOptions): Promise<Reply<"createPersonRequest">>;

  /**
   * Read a request about a person.
   *
   * How far an erasure has come, and its receipt. Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.
   *
   * `GET /v1/public/person-requests/{id}`
   */
  getPersonRequest(input: Input<"getPersonRequest">, options?: ReadOptions): Promise<Reply<"getPersonRequest">>;

  /**
   * Read how long history is kept.
   *
   * The rules of the business, and what may be chosen. Needs a key with read access to all areas; in the console, any member. Agents that people have connected are refused.
   *
   * `GET /v1/public/retention`
   */
  getRetention(input?: Record<string, never>, options?: ReadOptions): Promise<Reply<"getRetention">>;

  /**
   * Change how long history is kept.
   *
   * Replaces all rules of the business; read the preview first. What is over goes within the next hours, and what was deleted cannot be brought back. Ids of deleted records are answered with `not found`, and lists leave them out. Counters per day, stocks, limits and totals stay as they are. A person in the console needs a fresh proof of who they are. Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.
   *
   * `PUT /v1/public/retention`
   */
  setRetention(input: Input<"setRetention">, options?: WriteOptions): Promise<Reply<"setRetention">>;

  /**
   * Find what is stored about a person.
   *
   * Searches all areas and changes nothing: the records that an export would contain and an erasure would change. Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.
   *
   * `POST /v1/public/person-requests/preview`
   */
  previewPersonRequest(input?: Input<"previewPersonRequest">, options?: WriteOptions): Promise<Reply<"previewPersonRequest">>;

  /**
   * See what rules would let go.
   *
   * Counts the records that these rules would archive or delete now, and changes nothing. Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.
   *
   * `POST /v1/public/retention/preview`
   */
  previewRetention(input: Input<"previewRetention">, options?: WriteOptions): Promise<Reply<"previewRetention">>;
}

/**
 * What a key has asked for and people decide: docs/approvals.md.
 */
export interface ApprovalsArea {
  /**
   * Read what waits for people.
   *
   * A key reads what it has asked for itself, and decides nothing: that takes a person who is signed in.
   *
   * `GET /v1/public/approvals/{id}`
   */
  getApproval(input: Input<"getApproval">, options?: ReadOptions): Promise<Reply<"getApproval">>;

  /**
   * List what waits for people.
   *
   * The newest first. A key reads what it has asked for itself, and decides nothing: that takes a person who is signed in.
   *
   * `GET /v1/public/approvals`
   */
  listApprovals(input?: Input<"listApprovals">, options?: ReadOptions): List<Item<"listApprovals">, Reply<"listApprovals">>;
}

/**
 * The test data of a business, which its test keys work with.
 */
export interface SandboxArea {
  /**
   * Empty the sandbox.
   *
   * Deletes all records of the sandbox in all areas, also its webhook endpoints, and cannot be undone. Keys stay. Needs a test key with write access to all areas; a live key is refused and loses nothing. While it runs, writes of the sandbox are refused with `sandbox_busy`. A reset that failed half way is finished by a repetition.
   *
   * `POST /v1/public/sandbox/reset`
   */
  resetSandbox(input?: Record<string, never>, options?: WriteOptions): Promise<Reply<"resetSandbox">>;

  /**
   * Fill the sandbox with demo data.
   *
   * Creates the data of the demo business of `npm start` beside what the sandbox already has: centers, products, a withdrawal, an active roulette with spins, a published course with learners, an active flow. A second call creates nothing and gets the same answer, until the sandbox is reset. Needs a test key with write access to all areas.
   *
   * `POST /v1/public/sandbox/seed`
   */
  seedSandbox(input?: Record<string, never>, options?: WriteOptions): Promise<Reply<"seedSandbox">>;
}

export interface Areas {
  readonly supply: SupplyArea;
  readonly roulettes: RoulettesArea;
  readonly learning: LearningArea;
  readonly flows: FlowsArea;
  readonly webhooks: WebhooksArea;
  readonly analytics: AnalyticsArea;
  readonly pages: PagesArea;
  readonly approvals: ApprovalsArea;
  readonly sandbox: SandboxArea;
}
