// Written by `npm run generate` from rest/openapi.json. Do not edit.
/** The codes of error answers; docs/errors.md of tenant-ops says what each means. A newer server may send others. */
export type ErrorCode =
  | "already_certified"
  | "batch_not_certifiable"
  | "certificate_not_found"
  | "course_not_found"
  | "course_not_published"
  | "course_slug_taken"
  | "deadline_exceeded"
  | "forbidden"
  | "headers_too_large"
  | "idempotency_conflict"
  | "idempotency_in_flight"
  | "illegal_transition"
  | "internal_server_error"
  | "invalid_argument"
  | "invalid_cursor"
  | "malformed_request"
  | "method_not_allowed"
  | "module_not_found"
  | "modules_missing"
  | "overloaded"
  | "payload_too_large"
  | "proposal_required"
  | "quota_exceeded"
  | "rate_limited"
  | "request_timeout"
  | "service_unavailable"
  | "session_not_completed"
  | "session_not_found"
  | "stock_not_found"
  | "tenant_auth_required"
  | "unauthorized"
  | "unsupported_media_type";

/** The same request may succeed later. */
export const retryableCodes: ReadonlySet<string> = new Set(["deadline_exceeded","idempotency_in_flight","overloaded","rate_limited","request_timeout","sandbox_busy","service_unavailable"]);
