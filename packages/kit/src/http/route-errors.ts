import type { ErrorCode } from "../errors/error-table.js";
import { isRouteWrite, type Route } from "./route.js";

const everyRoute: readonly ErrorCode[] = [
  "malformed_request",
  "headers_too_large",
  "rate_limited",
  "internal_server_error",
  "overloaded",
];
const withBody: readonly ErrorCode[] = ["request_timeout", "payload_too_large", "unsupported_media_type"];
const withCredential: readonly ErrorCode[] = [
  "unauthorized",
  "forbidden",
  "tenant_auth_required",
  "business_closed",
  "sandbox_busy",
];
const ofService: readonly ErrorCode[] = ["service_unavailable", "deadline_exceeded"];
const withKey: readonly ErrorCode[] = ["idempotency_conflict", "idempotency_in_flight"];

/** All error codes that a route can answer: those that its declaration implies, then those of its own rules. */
export function listErrors(route: Route): ErrorCode[] {
  const isRead = route.method === "GET";
  const isTenantWrite = route.caller === "tenant" && isRouteWrite(route);
  const codes: ErrorCode[] = [
    ...everyRoute,
    // A page shows what is wrong with a form itself.
    ...(route.caller === "visitor" && route.service !== "gateway" ? [] : (["invalid_argument"] as const)),
    ...(isRead ? [] : withBody),
    ...(route.caller === "tenant" ? withCredential : []),
    ...(route.caller === "operator" ? (["unauthorized"] as const) : []),
    ...ofService,
    ...(route.query && "cursor" in route.query.shape ? (["invalid_cursor"] as const) : []),
    ...(route.idempotency ? withKey : []),
    ...(route.idempotency === "required" ? (["idempotency_key_required"] as const) : []),
    ...(isTenantWrite ? (["proposal_required"] as const) : []),
    ...(route.caller === "tenant" && route.access?.needsProof ? (["step_up_required"] as const) : []),
    ...(route.errors ?? []),
  ];
  return [...new Set(codes)];
}
