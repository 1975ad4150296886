import { type Call, createSystemCall } from "@tenant-ops/kit/call";

const timeoutMs = 5000;
/** The call is about people and connections; it has no rights in the verticals. */
const scopes = ["console:read", "console:write"];

/** A call of the gateway itself to the console service, for one business. */
export function createConsoleCall(businessId: string, operation: string): Call {
  return createSystemCall(businessId, operation, { scopes, deadline: Date.now() + timeoutMs });
}
