export { type BusinessData, createBusinessData } from "./business-data.js";
export type { CountedBusiness } from "./business-data.js";
export type { BusinessExportPart } from "./export-business.js";
