export {
  agentReadScopes,
  agentScopes,
  areaScopes,
  areaWords,
  keyOnlyScopes,
  keyScopes,
  personOnlyWords,
} from "./scopes.js";
export { listRoleScopes, type Role, roles } from "./roles.js";
export {
  type CallerKind,
  callerKinds,
  judgeRoute,
  judgeTool,
  listNeededScopes,
  listToolScopes,
  type Verdict,
} from "./access.rules.js";
