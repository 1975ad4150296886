export { createContextKeys } from "./context-keys.js";
export { eventually } from "./eventually.js";
export { testBackend } from "./test-backend.js";
export { startTestService } from "./test-service.js";
export type { CallSettings, TestRpcs, TestService, TestTenant } from "./testing.types.js";
