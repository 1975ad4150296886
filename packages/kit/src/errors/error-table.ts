/**
 * Every code that an error answer can carry. This one table feeds the answers, `docs/errors.md` and the skill resources,
 * so a code that is not here does not compile.
 */
export interface ErrorEntry {
  /** HTTP status on the bare door and on REST. */
  status: number;
  meaning: string;
  remedy: string;
  /** The same call may succeed when it is simply sent again. */
  retryable?: true;
}

const entries = {
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
  route_not_found: { status: 404, meaning: "No such path.", remedy: "The README lists the paths." },
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
    meaning: "The content type is not taken here.",
    remedy: "Send application/json.",
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
  // Proposals and idempotency.
  confirmation_required: {
    status: 428,
    meaning: "This business allows a write only with the proposal_token of its preview.",
    remedy: "Call the propose tool that the answer names, show the preview, and pass its proposal_token.",
  },
  proposal_mismatch: {
    status: 422,
    meaning: "The arguments are not those that were previewed.",
    remedy: "Send exactly the previewed arguments, or propose again.",
  },
  proposal_expired: {
    status: 422,
    meaning: "The proposal is older than 15 minutes.",
    remedy: "Propose again, show the new preview, and use its token.",
  },
  proposal_invalid: {
    status: 422,
    meaning: "The proposal_token was not made for this business and this tool.",
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
    meaning: "The answer took too long. A write may still have happened.",
    remedy: "Repeat the call; a write with the same proposal_token or Idempotency-Key happens once.",
    retryable: true,
  },
  // Supply.
  center_not_found: missing("center", "supply_list_service_centers"),
  stock_not_found: missing("product", "supply_list_stocks"),
  center_stock_not_found: missing("center stock", "supply_list_service_center_stocks"),
  insufficient_stock: {
    status: 422,
    meaning: "The center holds less than was asked for.",
    remedy: "Ask for at most what the center holds, or receive stock first.",
  },
  stock_limit_exceeded: {
    status: 422,
    meaning: "The center would hold more of a product than can be counted.",
    remedy: "Ask for less; a count corrects a number that is wrong.",
  },
  unknown_withdrawal_type: {
    status: 422,
    meaning: "The business has no such withdrawal type.",
    remedy: "Use a type of service://supply/schema/withdrawals.",
  },
  center_stock_exists: {
    status: 409,
    meaning: "The center already keeps this product.",
    remedy: "Receive, transfer or count stock instead of creating it again (REST under /v1/public/supply).",
  },
  // Roulettes.
  roulette_not_found: missing("roulette", "roulettes_list_roulettes"),
  roulette_item_not_found: missing("roulette item", "roulettes_list_roulette_items"),
  prize_not_found: missing("prize", "GET /v1/public/prizes"),
  unknown_gift_type: {
    status: 422,
    meaning: "`typeOfGift` is not a pair of name and id of the catalogue.",
    remedy: "Copy `_id` and `name` together from service://roulettes/schema/gifts; an item's id goes into `item_id`.",
  },
  unknown_roulette_type: {
    status: 422,
    meaning: "`roulette_type_id` and `roulette_type_name` are not a pair of the catalogue.",
    remedy: "Copy both from service://roulettes/schema/gifts.",
  },
  lose_gift_required: {
    status: 422,
    meaning: "No gift of the roulette is of type `Perder`.",
    remedy: "Add at least one `Perder` gift; it also stands in for gifts that are used up.",
  },
  gift_weights_zero: {
    status: 422,
    meaning: "No gift can be drawn: every `probability` is 0.",
    remedy: "Give at least one gift a `probability` above 0.",
  },
  gift_quantity_required: {
    status: 422,
    meaning: "A `Fisico` gift has no `quantity` of at least 1.",
    remedy: "Say how many units of the physical prize can be won.",
  },
  item_id_misplaced: {
    status: 422,
    meaning: "`item_id` stands in a gift that is not physical, or holds the id of a gift type.",
    remedy: "Give `item_id` to `Fisico` gifts only, with an `_id` of roulettes_list_roulette_items.",
  },
  roulette_item_unavailable: {
    status: 422,
    meaning: "The item has no stock or is not enabled in rewards.",
    remedy: "Choose an item with `available_stock` above 0 and `enabled_in_rewards` true.",
  },
  fallback_invalid: {
    status: 422,
    meaning: "`fallback` names no other gift, several gifts at once, or leads back to itself.",
    remedy: "Name the `value` of exactly one other gift, so that the chain of fallbacks has an end.",
  },
  unknown_currency: {
    status: 422,
    meaning: "The currency is not an ISO 4217 code.",
    remedy: "Use a code such as MXN, USD or EUR.",
  },
  roulette_inactive: {
    status: 409,
    meaning: "The roulette is not active and cannot be spun.",
    remedy: "Activate it with PATCH /v1/public/roulettes/{id}, if the user asks for it.",
  },
  max_wins_reached: {
    status: 409,
    meaning: "The user has won as many prizes of this roulette as one user can win.",
    remedy: "Do not spin again for this user; nothing was drawn.",
  },
  prize_expired: {
    status: 409,
    meaning: "The prize expired before it was claimed.",
    remedy: "Tell the user; an expired prize cannot be claimed.",
  },
  // Flows.
  flow_not_found: missing("flow", "flows_list_flows"),
  target_not_found: missing(
    "redirect target",
    "roulettes_list_roulettes, learning_list_courses or GET /v1/public/flows/targets",
  ),
  target_wrong_kind: {
    status: 422,
    meaning: "The redirect target is of another kind than `redirect_type`.",
    remedy: "Send the redirect_type that the answer names, or an id of the type you want.",
  },
  redirect_mismatch: {
    status: 422,
    meaning: "`redirect_type` needs another parameter than the one that was sent.",
    remedy: "Send redirect_url for type url, redirect_target_id for every other type, and only that one.",
  },
  redirect_url_refused: {
    status: 422,
    meaning: "Visitors may not be sent to this address.",
    remedy: "Use a complete https address of at most 2,048 characters without user name or password.",
  },
  slug_taken: {
    status: 409,
    meaning: "The slug is in use; flow slugs are unique among all businesses.",
    remedy: "Take one of the free slugs that the answer names, or another one.",
  },
  slug_reserved: {
    status: 422,
    meaning: "The slug is a word that the service keeps for itself.",
    remedy: "Add a word to it, such as the campaign or the year.",
  },
  // Learning.
  course_not_found: missing("course", "learning_list_courses"),
  session_not_found: missing("session", "learning_get_course_progress"),
  module_not_found: {
    status: 404,
    meaning: "The course has no such module.",
    remedy: "GET /v1/public/courses/{id}/modules lists the module ids of a course.",
  },
  course_slug_taken: {
    status: 409,
    meaning: "Another course of the business has this slug.",
    remedy: "Choose another slug; learning_list_courses shows those in use.",
  },
  course_not_published: {
    status: 409,
    meaning: "Students can access a course only while it is published.",
    remedy: "Publish it with learning_propose_update_course and learning_approve_update_course.",
  },
  illegal_transition: {
    status: 409,
    meaning: "The session's status does not allow this step; nothing goes back.",
    remedy: "Look at the session's status; service://learning/schema/schemas says what may follow.",
  },
  modules_missing: {
    status: 409,
    meaning: "Required modules of the course are not done yet.",
    remedy: "Report the module that the answer names as done, then finish.",
  },
  session_not_completed: {
    status: 409,
    meaning: "Only a session with status `completed` can be certified.",
    remedy: "Wait until the student has completed the course; learning_get_course_progress shows the status.",
  },
  already_certified: {
    status: 409,
    meaning: "The session has its certificate already.",
    remedy: "Do not issue it again; learning_get_certificates_issued shows it.",
  },
  // Webhooks.
  webhook_endpoint_not_found: missing("webhook endpoint", "GET /v1/public/webhooks/endpoints"),
  webhook_delivery_not_found: missing("webhook delivery", "GET /v1/public/webhooks (the traceId)"),
  webhook_endpoint_limit: {
    status: 409,
    meaning: "The business has as many webhook endpoints as one may have.",
    remedy: "Delete one that is not used any more.",
  },
  webhook_endpoint_disabled: {
    status: 409,
    meaning: "The webhook endpoint is disabled, so nothing is sent to it.",
    remedy: "POST /v1/public/webhooks/endpoints/{id}/enable, then try again.",
  },
  webhook_endpoint_deleted: {
    status: 409,
    meaning: "The endpoint of this delivery was deleted.",
    remedy: "Register a new endpoint; deliveries of a deleted one cannot be sent again.",
  },
  egress_refused: {
    status: 422,
    meaning: "The URL does not lead to the public internet.",
    remedy: "Use an https URL whose name resolves to public addresses only.",
  },
} satisfies Record<string, ErrorEntry>;

function missing(noun: string, listWith: string): ErrorEntry {
  return {
    status: 404,
    meaning: `The ${noun} does not exist or does not belong to this business.`,
    remedy: `Take an id from ${listWith}.`,
  };
}

export type ErrorCode = keyof typeof entries;

export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = entries;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(entries, code);
}
