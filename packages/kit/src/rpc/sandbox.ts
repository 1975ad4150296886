import type { SandboxService } from "@tenant-ops/proto/common";
import { isSandboxId } from "../call/business-id.js";
import type { Call } from "../call/call.js";
import type { SandboxResets } from "../data/database.types.js";
import { Refusal } from "../errors/refusal.js";
import type { RpcHandlers } from "./definition.js";

/** Less than an attempt of the gateway's client may take, so that its answer arrives. */
const emptyingMs = 2000;

/** The handlers of every service for the reset of a sandbox. */
export function createSandboxHandlers(sandboxes: SandboxResets): RpcHandlers<typeof SandboxService> {
  return {
    beginReset: async ({ generation }, call) => {
      await sandboxes.begin(requireSandbox(call), generation);
      return {};
    },
    emptySandbox: async ({ generation }, call) => ({
      isEmpty: await sandboxes.empty(requireSandbox(call), generation, Date.now() + emptyingMs),
    }),
    endReset: async ({ generation }, call) => {
      await sandboxes.end(requireSandbox(call), generation);
      return {};
    },
  };
}

/** The business comes only from the credential. @throws Refusal sandbox_only */
function requireSandbox({ businessId }: Call): string {
  if (isSandboxId(businessId)) return businessId;
  throw new Refusal("sandbox_only", "This is not a sandbox. Nothing was deleted.");
}
