import { AsyncSignal } from "@tenant-ops/kit/concurrency";
import type { Reads, ServiceContext } from "@tenant-ops/kit/process";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import { createBankClient } from "./bank/bank-client.js";
import type { FlowsConfig } from "./config.js";
import { createLimitMetrics } from "./limits/limit-metrics.js";
import { createSignInContext } from "./sign-in/sign-in-context.js";
import { createTargetLookup } from "./targets/target-lookup.js";

/** What verbs, pages and workers of flows share, made once for each start. */
export function createShared(context: ServiceContext<FlowsConfig>) {
  const { config, metrics, logger } = context;
  const signIn = createSignInContext(config, createLimitMetrics(metrics.registry, logger));
  return {
    signIn,
    keyring: signIn.keyring,
    bank: createBankClient(config, signIn.keyring),
    lookUpTarget: createTargetLookup(context),
    /** Notified when a registration of this process waits for its bank. */
    signal: new AsyncSignal(),
  };
}

type Shared = ReturnType<typeof createShared>;

/** What the verbs of flows need of it. */
export type FlowsContext = VerbContext<FlowsConfig> & Shared;

/** What the bindings of flows read with. */
export type FlowsReads = Pick<ServiceContext<FlowsConfig>, "config" | "logger"> & Shared & Reads;
