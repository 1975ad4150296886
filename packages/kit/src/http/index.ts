export {
  bindRoute,
  bindRouteWith,
  checkReply,
  type ParsedRequest,
  type RouteReply,
  type RouteBinding,
  type RouteInput,
} from "./bind-route.js";
export {
  getClientAddress,
  normalizeAddress,
  parseAddress,
  toRateLimitAddress,
  widenNetwork,
  isAddressOrNetwork,
  parseNetwork,
} from "./client-address.js";
export { datePatterns, dayOrNone, dayOrTime, dayOrTimeOrNone } from "./date-fields.js";
export { acceptFilesOnly, archiveType, createByteStream, createDownloadHeaders, fileType } from "./files.js";
export { bodyBytesMax, normalizeFastifyError, pathParamLengthMax } from "./fastify-errors.js";
export { Html, html } from "./html.js";
export { fastifyOptions, keepAlive } from "./fastify-options.js";
export { type MemoryHttp, toMemoryUrl } from "./memory-http.js";
export { failsAs, parseInput } from "./parse-input.js";
export {
  computeProofEnd,
  createSessionCookie,
  createToken,
  createTokenCookie,
  hashToken,
  proofMs,
  requireProof,
  requireSameOrigin,
  type TokenCookie,
} from "./person-session.js";
export {
  computeBodyDigest,
  getOperationPath,
  getRequestAccess,
  requireCall,
  requireIdempotentCall,
  setReplayedHeader,
} from "./request-call.js";
export { endAndDrop, readBeforeClosing } from "./unread-bodies.js";
export { computeDeadline, getHeader, getRequestId, getTraceparent } from "./request-state.js";
export { restSettings } from "./http-server.js";
export { nameRequests, type Requests } from "./route-words.js";
export { answerDailyCounts, dailyCountsQuery, dailyCountsReply, parseCountedDays } from "./daily-counts.js";
export { listQuery, listReply, toRestList } from "./rest-lists.js";
export { createRestRowsWriter } from "./rest-rows.js";
export {
  type DeclaredReply,
  defineRoute,
  getRouteScope,
  isRouteWrite,
  type Route,
  type RouteAccess,
  type RouteFacts,
  toFastifyPath,
} from "./route.js";
export { listErrors } from "./route-errors.js";
export { requireDeclaredStores, type StoredWithoutCaller } from "./without-caller.js";
