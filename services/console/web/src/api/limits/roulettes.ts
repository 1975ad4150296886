// Written by `npm run generate` from the routes of rest/src. Do not edit.
// One export per operation, so that a page loads only those of its forms.
export const addGiftUnits = { addUnits: { min: -1000000, max: 1000000 } };
export const addRouletteItemStock = { addUnits: { min: -1000000, max: 1000000 } };
export const createRoulette = { name: { maxLength: 200 }, timeToWin: { min: 0 }, timeToLose: { min: 0 }, textToWin: { maxLength: 1000 }, textToLose: { maxLength: 1000 }, termsAndConditions: { maxLength: 20000 }, gifts: { value: { maxLength: 200 }, message: { maxLength: 1000 }, probability: { min: 0 }, emoji: { maxLength: 32 }, quantity: { min: 0 }, item_id: { maxLength: 100 }, winInterval: { min: 0 }, fallback: { maxLength: 200 } }, time_to_expire: { min: 1, max: 87600 }, max_wins: { min: 1 }, spinsPerVisitor: { min: 1, max: 100 } };
export const createRouletteItem = { name: { maxLength: 200 }, available_stock: { min: 0 }, description: { maxLength: 2000 } };
export const createSpin = { userId: { maxLength: 200 } };
export const updateRoulette = { name: { maxLength: 200 }, timeToWin: { min: 0 }, timeToLose: { min: 0 }, textToWin: { maxLength: 1000 }, textToLose: { maxLength: 1000 }, termsAndConditions: { maxLength: 20000 }, giftChanges: { index: { min: 0 }, value: { maxLength: 200 }, message: { maxLength: 1000 }, probability: { min: 0 }, emoji: { maxLength: 32 }, winInterval: { min: 0 }, fallback: { maxLength: 200 } }, time_to_expire: { min: 1, max: 87600 }, max_wins: { min: 1 }, spinsPerVisitor: { min: 1, max: 100 } };
export const updateRouletteItem = { name: { maxLength: 200 }, description: { maxLength: 2000 } };
