import { randomBytes } from "node:crypto";
import { createContextKeys, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { ConsoleService } from "@tenant-ops/proto/console";
import type { config } from "./config.js";
import { consoleService } from "./console.js";

export type TestConsole = TestService<typeof ConsoleService, typeof config>;

export const testAppUrl = "http://app.example:1";

/** The console service without a gateway: requests that need the settings of a business fail. */
export function startTestConsole(given: Record<string, string> = {}): Promise<TestConsole> {
  return startTestService(consoleService, {
    CALL_CONTEXT_PRIVATE_KEY: createContextKeys("console").privateKey,
    ACCOUNTS_GRPC_URL: "127.0.0.1:9",
    APPROVALS_GRPC_URL: "127.0.0.1:9",
    APP_URL: testAppUrl,
    PUBLIC_URL: "http://public.example:1",
    CONSOLE_URL: "http://public.example:1",
    LINK_SECRET: randomBytes(32).toString("base64url"),
    ...given,
  });
}
