export { cutText, shorten } from "./cut-text.js";
export { foldText, normalizeEmail, normalizeLines, normalizeText, normalizeValue } from "./normalize-text.js";
export { listPhoneSpellings, maskPhone, toE164, toPhoneKey } from "./phones.js";
export { toCanonicalJson } from "./canonical-json.js";
export { fillTemplate, readSentence, say, type SignedNumber, type TemplateSentence } from "./sentences.js";
