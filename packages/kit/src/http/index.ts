export { bodyBytesMax, normalizeFastifyError } from "./fastify-errors.js";
export { Html, html } from "./html.js";
export { parseInput } from "./parse-input.js";
export { requireCall, requireIdempotentCall, setReplayedHeader } from "./request-call.js";
export { getTraceparent } from "./request-state.js";
export { pageQuery, toRestList } from "./rest-pages.js";
