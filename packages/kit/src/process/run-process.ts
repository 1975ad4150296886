import type { DescService } from "@bufbuild/protobuf";
import type { z } from "zod";
import { readConfig } from "../config/config.js";
import { isProcessReady } from "./health-check.js";
import { runMigration } from "./run-migration.js";
import { runReconciliation } from "./run-reconcile.js";
import { runReencryption } from "./run-reencrypt.js";
import { getSchema, startService } from "./service.js";
import type { ServiceDefinition } from "./service.types.js";

/** Runs a service as a process: reads the settings, starts, and stops at a signal. With `--reencrypt-secrets` it does only this. */
export async function runService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
): Promise<void> {
  if (process.argv.includes("--reencrypt-secrets")) return runReencryption(definition, readConfig(definition.config));
  const { name } = definition;
  await runProcess(name, {
    start: () => startService(definition, readConfig(definition.config)),
    migrate: () => runMigration(name, getSchema(definition)),
    reconcile: () => runReconciliation(name, definition.audits),
  });
}

export interface Program {
  start: () => Promise<{ close(): Promise<void> }>;
  /** The migration job. */
  migrate: () => Promise<void>;
  /** Compares records with each other. Sets the exit code. */
  reconcile?: () => Promise<void>;
}

/**
 * Starts a process and closes it on SIGTERM or SIGINT. When the start fails, the reason is written in one line. With `--health`
 * it only checks whether the process that runs with the same settings is ready; with `--migrate` and `--reconcile` it does this and ends.
 */
export async function runProcess(name: string, { start, migrate, reconcile }: Program): Promise<void> {
  if (process.argv.includes("--health")) process.exit((await isProcessReady()) ? 0 : 1);
  const job = findJob({ migrate, reconcile });
  let close: (() => Promise<void>) | undefined;
  let closing: Promise<void> | undefined;
  const stop = () => {
    // A job, or not started yet. Without this a container that waits for its database would ignore SIGTERM, because it is process 1.
    if (!close) process.exit(job ? 1 : undefined);
    // A part that cannot go on has set the exit code; otherwise it is 0.
    closing ??= close().then(
      () => process.exit(),
      (error: unknown) => {
        process.stderr.write(`${name}: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    if (job) {
      await job.run();
      process.exit();
    }
    const running = await start();
    close = () => running.close();
  } catch (error) {
    process.stderr.write(
      `${name} ${job?.failure ?? "did not start"}. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}

/** What the process has to do instead of serving. */
function findJob({ migrate, reconcile }: Pick<Program, "migrate" | "reconcile">) {
  if (process.argv.includes("--migrate")) return { run: migrate, failure: "was not migrated" };
  if (!process.argv.includes("--reconcile")) return undefined;
  const nothing = () => Promise.reject(new Error("It has no records that sum up others."));
  return { run: reconcile ?? nothing, failure: "was not reconciled" };
}
