export {
  getTraceparent,
  normalizeFastifyError,
  parseInput,
  requireCall,
  requireIdempotentCall,
  setReplayedHeader,
} from "./http-server.js";
export { pageQuery, toRestList } from "./rest-pages.js";
