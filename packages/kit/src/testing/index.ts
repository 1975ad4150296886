export { createContextKeys } from "./context-keys.js";
export { examinedDuring } from "./examined-during.js";
export { eventually } from "./eventually.js";
export { callRpc } from "./call-rpc.js";
export { readsDuring, type ReadAmount } from "./reads-during.js";
export { seedDatabase } from "./seed-database.js";
export { testBackend } from "./test-backend.js";
export { startTestService } from "./test-service.js";
export type { CallSettings, TestRpcs, TestService, TestTenant } from "./testing.types.js";
