// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const createWebhookEndpoint = { description: { maxLength: 200 }, maxAttempts: { min: 1, max: 10 }, maxConcurrency: { min: 1, max: 20 }, ratePerSecond: { min: 0.1, max: 100 } };
export const rotateWebhookSecret = { overlapHours: { min: 0, max: 168 } };
export const updateWebhookEndpoint = { description: { maxLength: 200 }, maxAttempts: { min: 1, max: 10 }, maxConcurrency: { min: 1, max: 20 }, ratePerSecond: { min: 0.1, max: 100 } };
