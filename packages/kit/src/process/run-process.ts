import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import { readConfig } from "../config/config.js";
import { endStartUp } from "../start-up/index.js";
import { isProcessReady } from "./health-check.js";
import { assertKnownArguments } from "./program-arguments.js";
import { runMigration } from "./run-migration.js";
import { runReconciliation } from "./run-reconcile.js";
import { runReencryption } from "./run-reencrypt.js";
import { getSchema, startService } from "./service.js";
import type { ServiceDefinition } from "./service.types.js";

/** Runs a service as a process: reads the settings, starts, and stops at a signal. */
export async function runService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
): Promise<void> {
  const { name } = definition;
  await runProcess(name, {
    start: () => startService(definition, readConfig(definition.config)),
    migrate: () => runMigration(name, getSchema(definition)),
    reconcile: () => runReconciliation(name, definition.audits),
    reencrypt: () => runReencryption(definition, readConfig(definition.config)),
  });
}

export interface Program {
  start: () => Promise<{ close(): Promise<void> }>;
  /** The migration job. Absent: it has no database. */
  migrate?: () => Promise<void>;
  /** Compares records with each other. Sets the exit code. */
  reconcile?: () => Promise<void>;
  /** Encrypts stored secrets with the newest key. Sets the exit code. */
  reencrypt?: () => Promise<void>;
}

/**
 * Starts a process and closes it on SIGTERM or SIGINT. When the start fails, the reason is written in one line. With `--health`
 * it only checks whether the process that runs with the same settings is ready; with `--migrate`, `--reconcile` and `--reencrypt-secrets`
 * it does this and ends.
 */
export async function runProcess(name: string, { start, ...jobs }: Program): Promise<void> {
  if (process.argv.includes("--health")) process.exit((await isProcessReady()) ? 0 : 1);
  const job = findJob(jobs);
  let close: (() => Promise<void>) | undefined;
  let closing: Promise<void> | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (job) {
      process.stderr.write(`${name} ${job.failure}. It was ended by ${signal}.\n`);
      process.exit(1);
    }
    // Not started yet. Without this a container that waits for its database would ignore SIGTERM, because it is process 1.
    if (!close) process.exit();
    // A part that failed has set the exit code; otherwise it is 0.
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
    assertKnownArguments();
    if (job) {
      endStartUp();
      await job.run();
      process.exit();
    }
    const running = await start();
    close = () => running.close();
    endStartUp();
  } catch (error) {
    process.stderr.write(
      `${name} ${job?.failure ?? "did not start"}. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}

/** What the process has to do instead of serving. */
function findJob({ migrate, reconcile, reencrypt }: Omit<Program, "start">) {
  const refuse = (reason: string) => () => Promise.reject(new Error(reason));
  if (process.argv.includes("--migrate"))
    return { run: migrate ?? refuse("It has no database."), failure: "was not migrated" };
  if (process.argv.includes("--reconcile"))
    return { run: reconcile ?? refuse("It has no records that sum up others."), failure: "was not reconciled" };
  if (process.argv.includes("--reencrypt-secrets"))
    return { run: reencrypt ?? refuse("It stores no encrypted secrets."), failure: "has not encrypted secrets again" };
  return undefined;
}
