import { type DeclaredError, areaErrors } from "@tenant-ops/proto/errors";

/**
 * Every code that an error answer can carry: those that any process can answer with are here, those of the areas in
 * `proto/tenantops/<area>/v1/errors.proto`. Refusals, `docs/errors.md` and the resources `service://…/skill` read this table, so an
 * unknown code does not compile.
 */
export type ErrorEntry = DeclaredError;

const ownEntries = {
  // Credentials, permission, limits.
  tenant_auth_required: {
    status: 400,
    meaning: "The credential is valid but not tied to a business.",
    remedy: "Use a tenant key (svc_…) in X-API-Key, or a bearer token from /oauth/token.",
  },
  unauthorized: {
    status: 401,
    meaning: "The key is missing, malformed, unknown, expired or revoked, or came in the wrong header.",
    remedy: "Send a valid tenant key in X-API-Key, or a fresh access token as Authorization: Bearer.",
  },
  forbidden: {
    status: 403,
    meaning: "The credential may not use this tool, resource or area, or x-business-id is not the key's business.",
    remedy: "Use a key with the scope that the answer names.",
  },
  rate_limited: {
    status: 429,
    meaning: "Too many requests in a short time.",
    remedy: "Wait for the seconds in Retry-After and spread the calls.",
    retryable: true,
  },
  // The form of a request.
  malformed_request: {
    status: 400,
    meaning: "The request could not be read: bad JSON, a wrong header or a wrong form.",
    remedy: "Correct the request as the answer says.",
  },
  unknown_tool: { status: 404, meaning: "No tool has this name.", remedy: "tools/list names all of them." },
  route_not_found: {
    status: 404,
    meaning: "No such path.",
    remedy: "GET /openapi.json lists all paths, GET /docs shows them as a page.",
  },
  method_not_allowed: { status: 405, meaning: "This path does not take this method.", remedy: "See the Allow header." },
  request_timeout: {
    status: 408,
    meaning: "The request was not complete in time.",
    remedy: "Send it again, at once and whole.",
    retryable: true,
  },
  payload_too_large: { status: 413, meaning: "The body is over the limit.", remedy: "Send less in one request." },
  headers_too_large: { status: 431, meaning: "The headers are over the limit.", remedy: "Send shorter headers." },
  unsupported_media_type: {
    status: 415,
    meaning: "The content type or the content encoding is not taken here.",
    remedy: "Send application/json, without Content-Encoding.",
  },
  invalid_argument: {
    status: 422,
    meaning: "An argument is missing, of the wrong type, out of range or unknown.",
    remedy: "Correct the argument that the answer names.",
  },
  invalid_cursor: {
    status: 422,
    meaning: "The cursor is not one of this list with these filters.",
    remedy: "Start again without a cursor.",
  },
  quota_exceeded: {
    status: 409,
    meaning: "The business has as many records of this kind as it may have.",
    remedy: "Ask the operator to raise the quota that the answer names; no tool does this.",
    values: ["max"],
  },
  too_many_combinations: {
    status: 422,
    meaning:
      "The analytics query would read more combinations of dimension values than one query may. Nothing was read.",
    remedy: "Ask for fewer days, or group and filter by fewer dimensions.",
    values: ["max"],
  },
  // Proposals and idempotency.
  confirmation_required: {
    status: 428,
    meaning: "This business allows a write only with the proposal_token of its preview.",
    remedy: "Call the propose tool that the answer names, show the preview, and pass its proposal_token.",
  },
  proposal_required: {
    status: 428,
    meaning: "This key writes only with the proposal_token of a preview, and REST has no previews.",
    remedy:
      "Use the pairs of tools that the answer names; for a back end, the operator creates a key with requireProposal: false.",
  },
  proposal_mismatch: {
    status: 422,
    meaning: "The arguments are not those that were previewed.",
    remedy: "Send exactly the previewed arguments, or propose again.",
  },
  preview_changed: {
    status: 409,
    meaning: "What the write replaces is not what its preview showed any more. Nothing was written.",
    remedy: "Propose again, show the new preview, and use its token.",
  },
  proposal_expired: {
    status: 422,
    meaning: "The proposal is older than 15 minutes, and no answer of a write with it is stored.",
    remedy: "Propose again, show the new preview, and use its token.",
  },
  proposal_invalid: {
    status: 422,
    meaning:
      "The proposal_token was not made for this credential and this tool, and no answer of a write with it is stored.",
    remedy: "Use the proposal_token of the propose answer, unchanged.",
  },
  idempotency_conflict: {
    status: 422,
    meaning: "This idempotency key was used before with other arguments.",
    remedy: "Use a new key for a new request.",
  },
  idempotency_key_required: {
    status: 422,
    meaning: "This request needs an Idempotency-Key header.",
    remedy: "Send a key that is unique for this request, and the same one when you repeat it.",
  },
  idempotency_in_flight: {
    status: 409,
    meaning: "The same request is still being worked on.",
    remedy: "Send it again after a second.",
    retryable: true,
  },
  // Businesses and keys, for the operator.
  business_not_found: {
    status: 404,
    meaning: "There is no such business.",
    remedy: "GET /v1/admin/businesses lists them.",
  },
  key_not_found: {
    status: 404,
    meaning: "The business has no such key.",
    remedy: "GET /v1/admin/businesses/{businessId}/keys lists them.",
  },
  key_revoked: { status: 409, meaning: "The key is revoked or expired.", remedy: "Create a new key." },
  // Requests about persons.
  person_request_not_found: {
    status: 404,
    meaning: "The business has no such request about a person.",
    remedy: "Look up the id. No tool does this: list the requests; REST: GET /v1/public/person-requests.",
  },
  person_is_member: {
    status: 409,
    meaning: "The person is a member of the business, who is not erased. Nothing was done.",
    remedy: "Remove the member in the console, then send the request again.",
  },
  person_ambiguous: {
    status: 409,
    meaning: "The records lead to more names than one person has. Nothing was done.",
    remedy: "Send includeLinked: false, with the names of the person that you know.",
  },
  person_export_ended: {
    status: 409,
    meaning: "The time for downloading this export is over, or it is no export.",
    remedy: "Create another request with kind export.",
  },
  // How long history is kept.
  retention_changed: {
    status: 409,
    meaning: "The rules were changed since the version that was sent. Nothing was done.",
    remedy:
      "Send the change with the present version. No tool does this: read the rules again; REST: GET /v1/public/retention.",
  },
  retention_not_allowed: {
    status: 409,
    meaning: "The operator does not allow this rule, or has set up no archive. Nothing was done.",
    remedy: "Choose what the answer names; no tool does this. The operator sets the limits.",
  },
  // The deletion of a business.
  business_closed: {
    status: 403,
    meaning: "The business is closed: its calls are refused, and its data will be deleted.",
    remedy: "An owner in the console or the operator can cancel it while the grace period lasts.",
  },
  offboarding_not_found: {
    status: 404,
    meaning: "No offboarding of this business was requested.",
    remedy: "Check the id of the business.",
  },
  offboarding_not_confirmed: {
    status: 409,
    meaning: "The name that confirms the deletion is not the name of the business. Nothing was done.",
    remedy: "Read the preview, and send the name of the business as it is there.",
  },
  offboarding_begun: {
    status: 409,
    meaning: "The deletion of the business has begun, so it cannot be cancelled or exported any more.",
    remedy: "Read the request until it is completed: it is then the receipt.",
  },
  // Sandboxes.
  sandbox_only: {
    status: 403,
    meaning: "The request empties or fills a sandbox, and the key is a live key. Nothing was done.",
    remedy: "Use a test key (svc_test_…) of the business.",
  },
  sandbox_busy: {
    status: 409,
    meaning:
      "The sandbox was emptied a moment ago, or is being filled with demo data, or was emptied too often within minutes. Nothing was done.",
    remedy: "Try again after the seconds in Retry-After.",
    retryable: true,
  },
  // Ours.
  internal_server_error: {
    status: 500,
    meaning: "Something failed on our side.",
    remedy: "Try again later; quote the request id when it stays.",
  },
  service_unavailable: {
    status: 503,
    meaning: "A part of the service is down or restarting.",
    remedy: "Try again after the seconds in Retry-After.",
    retryable: true,
  },
  overloaded: {
    status: 503,
    meaning: "Too much is going on at once.",
    remedy: "Try again after the seconds in Retry-After.",
    retryable: true,
  },
  deadline_exceeded: {
    status: 504,
    meaning: "The answer took too long. If the call writes, it may still have been carried out.",
    remedy: "Repeat the call; a write with the same proposal_token or Idempotency-Key happens once.",
    retryable: true,
  },
} as const satisfies Record<string, ErrorEntry>;

const entries = { ...ownEntries, ...areaErrors };

export type ErrorCode = keyof typeof entries;

type ValueNames<Code extends ErrorCode> = (typeof entries)[Code] extends {
  values: readonly (infer Name extends string)[];
}
  ? Name
  : never;

/** The values that every refusal with this code has. */
export type ErrorValues<Code extends ErrorCode> = Readonly<Record<ValueNames<Code>, string | number>>;

/** The codes whose refusals carry no values. */
export type PlainErrorCode = { [Code in ErrorCode]: [ValueNames<Code>] extends [never] ? Code : never }[ErrorCode];

export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = entries;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(entries, code);
}
