import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import type { Call } from "../call/call.js";
import type { RunningService, ServiceDefinition } from "../process/service.types.js";
import {
  type ArchiveStore,
  createFolderStore,
  createServiceRetention,
  registerRetentionMetrics,
  type RetentionContext,
  type RetentionRules,
  sweep,
} from "../retention/index.js";
import { createMetrics } from "../telemetry/metrics.js";

export interface TestRetention {
  context: RetentionContext;
  store: ArchiveStore;
  /** Gives a business rules, as accounts does. */
  setRules: (call: Call, rules: RetentionRules) => Promise<void>;
  /** Looks through everything once. */
  sweep: () => Promise<void>;
  /** The same in another process. */
  sweepWith: (context: RetentionContext) => Promise<void>;
}

/**
 * The retention of a service that runs in this process, with a folder of its own. The service itself searches for old history every quarter of an
 * hour, so only the test runs it.
 * @param given.store in place of the folder
 */
export async function createTestRetention<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  { name, history = [], audits }: ServiceDefinition<Api, Schema, Setup>,
  { context: { db, logger } }: RunningService<unknown>,
  given: { wrapStore?: (store: ArchiveStore) => ArchiveStore } = {},
): Promise<TestRetention> {
  const folder = createFolderStore(await mkdtemp(join(tmpdir(), "archives-")));
  const store = given.wrapStore?.(folder) ?? folder;
  const metrics = registerRetentionMetrics(createMetrics(name).registry, db);
  const countSources = audits?.counts ?? [];
  // Earlier than all delivered rules, so that rules of earlier tests are not reported as unconfirmed.
  const startedAt = new Date(0);
  const context = { db, logger, metrics, service: name, kinds: history, countSources, store, startedAt };
  let version = 0;
  return {
    context,
    store,
    async setRules(call, rules) {
      version += 1;
      await createServiceRetention(db, history, store).setRules(call, { version, rules, chosenAt: new Date(version) });
    },
    sweep: () => sweep(context, new AbortController().signal),
    sweepWith: (other) => sweep(other, new AbortController().signal),
  };
}
