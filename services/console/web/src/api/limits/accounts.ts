// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const createBusiness = { name: { maxLength: 200 }, timeZone: { maxLength: 100 }, rates: { requestsPerMinute: { min: 0, max: 1000000 }, writesPerMinute: { min: 0, max: 1000000 }, listsPerMinute: { min: 0, max: 1000000 } } };
export const createInvitation = { name: { maxLength: 200 }, email: { maxLength: 320 } };
export const createKey = { name: { maxLength: 200 }, rates: { requestsPerMinute: { min: 0, max: 1000000 }, writesPerMinute: { min: 0, max: 1000000 }, listsPerMinute: { min: 0, max: 1000000 } } };
export const createOffboarding = { confirmName: { maxLength: 200 }, graceDays: { min: 1, max: 400 } };
export const previewRetention = { rules: { spins: { days: { min: 0, max: 36500 } }, stockMovements: { days: { min: 0, max: 36500 } }, withdrawals: { days: { min: 0, max: 36500 } }, transfers: { days: { min: 0, max: 36500 } }, registrations: { days: { min: 0, max: 36500 } }, sessions: { days: { min: 0, max: 36500 } } } };
export const rotateKey = { overlapDays: { min: 0, max: 7 } };
export const setRetention = { version: { min: 0 }, rules: { spins: { days: { min: 0, max: 36500 } }, stockMovements: { days: { min: 0, max: 36500 } }, withdrawals: { days: { min: 0, max: 36500 } }, transfers: { days: { min: 0, max: 36500 } }, registrations: { days: { min: 0, max: 36500 } }, sessions: { days: { min: 0, max: 36500 } } } };
export const updateBusiness = { name: { maxLength: 200 }, timeZone: { maxLength: 100 }, rates: { requestsPerMinute: { min: 0, max: 1000000 }, writesPerMinute: { min: 0, max: 1000000 }, listsPerMinute: { min: 0, max: 1000000 } } };
