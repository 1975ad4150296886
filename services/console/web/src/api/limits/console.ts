// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const completeStepUp = { answer: { id: { maxLength: 1500 } } };
export const createOwnKey = { name: { maxLength: 200 }, rates: { requestsPerMinute: { min: 0, max: 1000000 }, writesPerMinute: { min: 0, max: 1000000 }, listsPerMinute: { min: 0, max: 1000000 } } };
export const createOwnOffboarding = { confirmName: { maxLength: 200 }, graceDays: { min: 1, max: 400 } };
export const createPasskey = { name: { maxLength: 100 }, answer: { id: { maxLength: 1500 } } };
export const decideApproval = { revision: { min: 1 }, policyVersion: { min: 0 }, reason: { maxLength: 1000 }, proof: { id: { maxLength: 1500 } } };
export const inviteMember = { name: { maxLength: 200 }, email: { maxLength: 320 } };
export const putSignInSettings = { issuer: { maxLength: 500 }, clientId: { maxLength: 500 }, clientSecret: { maxLength: 1000 } };
export const renamePasskey = { name: { maxLength: 100 } };
export const rotateOwnKey = { overlapDays: { min: 0, max: 7 } };
export const setApprovalNotices = { quietHours: { from: { min: 0, max: 23 }, to: { min: 0, max: 23 } } };
export const setApprovalPolicy = { version: { min: 0 }, rules: { name: { maxLength: 100 }, atLeast: { min: 1 }, dailyAllowance: { min: 1 }, lapsesAfterHours: { min: 1, max: 168 } } };
export const testIdentityProvider = { issuer: { maxLength: 500 } };
export const tryApprovalPolicy = { rules: { name: { maxLength: 100 }, atLeast: { min: 1 }, dailyAllowance: { min: 1 }, lapsesAfterHours: { min: 1, max: 168 } } };
export const updateOwnBusiness = { name: { maxLength: 200 }, timeZone: { maxLength: 100 } };
export const updateProfile = { name: { maxLength: 200 } };
