export { getFlowChecklist } from "./checklist.js";
export { createFlow, getFlow, getFlowStatistics, listFlows, updateFlow } from "./flows.js";
export { getFlowDailyCounts } from "../daily-counts.js";
export { getFlowVisits, visitSources } from "./visits.js";
export {
  deleteBankProvider,
  getBankProvider,
  putBankProvider,
  rotateBankProviderSecret,
  testBankProvider,
} from "./bank-provider.js";
export {
  downloadRegistrationFile,
  exportRegistrations,
  getRegistration,
  listRegistrations,
  reportBankValidation,
  resendBankValidation,
} from "./registrations.js";
export {
  addDocument,
  addDocumentVersion,
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments,
  updateDocument,
} from "./documents.js";
export { createTestRun, getTestRun, listTestRuns } from "./test-runs.js";
export { deleteVisitorSignIn, getVisitorSignIn, putVisitorSignIn, testVisitorWhatsApp } from "./visitor-sign-in.js";
export { createTarget, deleteTarget, getTarget, listTargets, updateTarget } from "./targets.js";
export { declareCampaign, getCampaign, listCampaignFlows, listCampaigns, updateCampaign } from "./campaigns.js";
export {
  downloadPageDocument,
  downloadTestRunDocument,
  finishRegistrationDocuments,
  showRegistrationPage,
  uploadRegistrationFile,
  showFlowPage,
  showTestRunPage,
  submitFlowPage,
  submitTestRunPage,
} from "./pages.js";
