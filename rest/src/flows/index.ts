export { getFlowChecklist } from "./checklist.js";
export { createFlow, getFlow, getFlowStatistics, listFlows, updateFlow } from "./flows.js";
export { getRegistration, listRegistrations } from "./registrations.js";
export { createTestRun, getTestRun, listTestRuns } from "./test-runs.js";
export { createTarget, deleteTarget, getTarget, listTargets, updateTarget } from "./targets.js";
export { declareCampaign, getCampaign, listCampaignFlows, listCampaigns, updateCampaign } from "./campaigns.js";
export { showFlowPage, showTestRunPage, submitFlowPage, submitTestRunPage } from "./pages.js";
