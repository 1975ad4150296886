import { type Call, createSystemCall } from "@tenant-ops/kit/call";

const timeoutMs = 5000;
/** Rights for people and connections, and none in the areas. */
const scopes = ["console:read", "console:write"];

/** A system call of the gateway to the console service, for one business. */
export function createConsoleCall(businessId: string, operation: string): Call {
  return createSystemCall(businessId, operation, { scopes, deadline: Date.now() + timeoutMs });
}
