import { createContextKeys, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { ApprovalsService } from "@tenant-ops/proto/approvals";
import { approvals } from "./approvals.js";
import type { config } from "./config.js";

export type TestApprovals = TestService<typeof ApprovalsService, typeof config>;

const called = ["ACCOUNTS", "CONSOLE", "SUPPLY", "ROULETTES", "LEARNING", "FLOWS"];

/** Approvals without the other services. */
export function startTestApprovals(given: Record<string, string> = {}): Promise<TestApprovals> {
  return startTestService(approvals, {
    CALL_CONTEXT_PRIVATE_KEY: createContextKeys("approvals").privateKey,
    APP_URL: "http://127.0.0.1:1",
    ...Object.fromEntries(called.map((name) => [`${name}_GRPC_URL`, "127.0.0.1:9"])),
    ...given,
  });
}
