import { randomBytes } from "node:crypto";
import { createContextKeys, startTestService } from "@tenant-ops/kit/testing";
import { accounts } from "./accounts.js";

export { answerAgentCalls } from "./agent-calls/answered-calls.js";
export { countCalls } from "./agent-calls/count-calls.js";

/** Accounts without the other services. */
export function startTestAccounts() {
  const names = ["SUPPLY", "ROULETTES", "LEARNING", "FLOWS", "WEBHOOKS", "ANALYTICS", "APPROVALS", "CONSOLE"];
  const addresses = names.map((name) => [
    [`${name}_GRPC_URL`, "127.0.0.1:9"],
    [`${name}_HTTP_URL`, "http://127.0.0.1:9"],
  ]);
  return startTestService(accounts, {
    ...(Object.fromEntries(addresses.flat()) as Record<string, string>),
    CALL_CONTEXT_PRIVATE_KEY: createContextKeys("accounts").privateKey,
    API_KEY_PEPPER: randomBytes(32).toString("base64url"),
  });
}
