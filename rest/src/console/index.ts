export * from "./session.js";
export * from "./keys.js";
export * from "./business.js";
