export { role, roles, type Role } from "./records.js";
export * from "./session.js";
export * from "./keys.js";
export * from "./business.js";
export * from "./connections.js";
