// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const queryAnalytics = { collection: { maxLength: 50 }, lastDays: { min: 1, max: 400 }, filters: { field: { maxLength: 50 } }, orderBy: { maxLength: 50 }, limit: { min: 1, max: 200 }, cursor: { maxLength: 1000 } };
