export { bodyBytesMax, normalizeFastifyError } from "./fastify-errors.js";
export { getTraceparent, parseInput, requireCall, requireIdempotentCall, setReplayedHeader } from "./http-server.js";
export { pageQuery, toRestList } from "./rest-pages.js";
