// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const createFlow = { name: { maxLength: 200 }, slug: { maxLength: 80 }, redirect: { targetId: { maxLength: 200 }, url: { maxLength: 2048 } }, registrationFields: { text: { maxLength: 200 }, value: { maxLength: 64 }, type: { maxLength: 30 }, placeholder: { maxLength: 2000 } }, additionalRedirects: { redirect: { targetId: { maxLength: 200 }, url: { maxLength: 2048 } }, condition: { field: { maxLength: 64 } } }, source: { maxLength: 200 }, medium: { maxLength: 200 }, campaign: { maxLength: 200 }, content: { maxLength: 200 } };
export const createTarget = { name: { maxLength: 200 }, url: { maxLength: 2048 } };
export const declareCampaign = { name: { maxLength: 200 }, startsAt: { maxLength: 40 }, endsAt: { maxLength: 40 }, utm: { campaign: { maxLength: 200 }, source: { maxLength: 200 }, medium: { maxLength: 200 }, content: { maxLength: 200 } } };
export const putBankProvider = { url: { maxLength: 2048 } };
export const putVisitorSignIn = { whatsapp: { accessToken: { maxLength: 2000 }, codesPerDayMax: { min: 1, max: 100000 } }, identityProvider: { issuer: { maxLength: 500 }, clientId: { maxLength: 500 }, clientSecret: { maxLength: 1000 } } };
export const reportBankValidation = { registrationId: { maxLength: 200 }, reason: { maxLength: 500 } };
export const rotateBankProviderSecret = { overlapHours: { min: 0, max: 168 } };
export const testVisitorWhatsApp = { phone: { maxLength: 40 } };
export const updateCampaign = { name: { maxLength: 200 }, startsAt: { maxLength: 40 }, endsAt: { maxLength: 40 }, utm: { source: { maxLength: 200 }, medium: { maxLength: 200 }, content: { maxLength: 200 } } };
export const updateDocument = { title: { maxLength: 200 } };
export const updateFlow = { name: { maxLength: 200 }, redirect: { targetId: { maxLength: 200 }, url: { maxLength: 2048 } }, registrationFields: { text: { maxLength: 200 }, value: { maxLength: 64 }, type: { maxLength: 30 }, placeholder: { maxLength: 2000 } }, additionalRedirects: { redirect: { targetId: { maxLength: 200 }, url: { maxLength: 2048 } }, condition: { field: { maxLength: 64 } } }, source: { maxLength: 200 }, medium: { maxLength: 200 }, campaign: { maxLength: 200 }, content: { maxLength: 200 } };
export const updateTarget = { name: { maxLength: 200 }, url: { maxLength: 2048 } };
