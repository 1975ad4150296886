// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const countStock = { counted: { min: 0 }, expectedStock: { min: 0 }, note: { maxLength: 500 } };
export const createCenter = { name: { maxLength: 200 }, address: { maxLength: 500 }, geo: { latitude: { min: -90, max: 90 }, longitude: { min: -180, max: 180 } }, mapsLink: { maxLength: 2048 }, capacity: { min: 0 }, schedule: { activeMemberDuration: { min: 1, max: 1440 }, nonMemberDuration: { min: 1, max: 1440 } }, countryId: { maxLength: 100 } };
export const createCenterStock = { currentStock: { min: 0 }, minStockAlert: { min: 0 } };
export const createStock = { productName: { maxLength: 200 }, totalStock: { min: 0 }, minStockAlert: { min: 0 }, type: { maxLength: 100 } };
export const createTransfer = { quantity: { min: 1 }, note: { maxLength: 500 } };
export const createWithdrawal = { workerId: { maxLength: 200 }, email: { maxLength: 254 }, quantity: { min: 1 }, withdrawalType: { maxLength: 100 }, entregador: { maxLength: 200 }, tipoEntrega: { maxLength: 200 }, ciudad: { maxLength: 200 }, talla: { maxLength: 50 } };
export const receiveStock = { quantity: { min: 1 }, note: { maxLength: 500 } };
export const updateCenter = { name: { maxLength: 200 }, address: { maxLength: 500 }, geo: { latitude: { min: -90, max: 90 }, longitude: { min: -180, max: 180 } }, mapsLink: { maxLength: 2048 }, capacity: { min: 0 } };
export const updateCenterStock = { minStockAlert: { min: 0 } };
export const updateStock = { productName: { maxLength: 200 }, totalStock: { min: 0 }, minStockAlert: { min: 0 }, type: { maxLength: 100 } };
