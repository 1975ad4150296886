export { endErasure, erasePerson, type ErasureRequest, type ErasureResult } from "./erase-person.js";
export { exportPerson, type ExportPart } from "./export-person.js";
export { findPerson, type FoundPerson } from "./find-person.js";
export type { PrivacyOptions } from "./privacy.types.js";
