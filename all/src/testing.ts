import { randomBytes } from "node:crypto";
import { createContextKeys, testBackend } from "@tenant-ops/kit/testing";
import { findFreePort } from "../../scripts/lib/process/ports.mjs";
import { groups } from "./parts.js";
import { toOwnName } from "./settings.js";

export const operatorKey = randomBytes(32).toString("base64url");

/** The environment of one process with its own databases. */
export async function createTestEnvironment(): Promise<Record<string, string>> {
  const { mongodbUrl, natsUrl } = testBackend();
  const [port, secret] = [await findFreePort(), () => randomBytes(32).toString("base64url")];
  const prefix = `test_all_${randomBytes(4).toString("hex")}`;
  const callers = ["gateway", "accounts", "approvals", "flows", "analytics", "console"];
  return {
    MONGODB_URL: mongodbUrl,
    NATS_URL: natsUrl,
    HOST: "127.0.0.1",
    PORT: String(port),
    ADMIN_PORT: "0",
    OPERATOR_PORT: String(await findFreePort()),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    CONSOLE_URL: `http://127.0.0.1:${port}`,
    APP_URL: `http://localhost:${port}`,
    ...Object.fromEntries(groups.flat().map(({ name }) => [toOwnName(name, "MONGODB_DATABASE"), `${prefix}_${name}`])),
    ...Object.fromEntries(
      callers.map((name) => [toOwnName(name, "CALL_CONTEXT_PRIVATE_KEY"), createContextKeys(name).privateKey]),
    ),
    TOKEN_PRIVATE_KEY: createContextKeys("token").privateKey,
    PROPOSAL_SECRET: secret(),
    API_KEY_PEPPER: secret(),
    OPERATOR_KEYS: `tests:${operatorKey}`,
    FLOW_SECRET_KEY: secret(),
    WEBHOOK_SECRET_KEY: secret(),
    LINK_SECRET: secret(),
    TRUSTED_PROXIES: "none",
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "fatal",
    SHUTDOWN_DELAY_MS: "0",
    EVENT_LOOP_DELAY_MAX_MS: "0",
    TENANCY_GUARD: "commands",
    CHECK_REPLIES: "true",
  };
}
