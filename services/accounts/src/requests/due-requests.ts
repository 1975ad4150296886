import { type Database, type LeaseRow, runWithLease, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";

const everyMs = 2000;
/** Delay after a failure, for example while a service is down. */
const retryMs = 5000;

/** A stored request about data: a state and the time of its next step, which it stores itself. */
interface DueRequest {
  /** Absent when it has ended. */
  dueAt?: Date;
}

/** What differs between the kinds of requests. @template Reference what finds a request */
export interface RequestKind<Reference, Request extends DueRequest> {
  /** The stored name of the periodic task. */
  task: string;
  /** The stored name of the lease of a request. */
  toLease(reference: Reference): string;
  /** Those to work on in a round. */
  choose(now: Date): Promise<readonly Reference[]>;
  find(reference: Reference): Promise<Request | null>;
  /** Runs the next step and stores its result. It may run again after a crash. @returns whether another step can follow at once */
  step(request: Request): Promise<boolean>;
  /** Stores when the step that has failed is due again, if the request is still at this step. */
  postpone(request: Request, dueAt: Date): Promise<unknown>;
  logFailure(request: Request, error: unknown): void;
}

export interface DueRequests<Reference> {
  /**
   * Runs the next step of a request if it is due. Another process may have run that step since the request was found, and the next step can be due
   * later. Each request has its own lease, because a round may last longer than the lease of the task.
   * @returns whether another step can follow at once; false while another process works on it, when it is not due, and after a failure
   */
  workOn(reference: Reference): Promise<boolean>;
  /** @returns whether another round can follow at once */
  runRound(): Promise<boolean>;
  /** Runs rounds, in one process at a time. @returns how to stop */
  start(): () => Promise<void>;
}

/** Works on stored requests step by step: those of persons, and those to close, open and delete businesses. */
export function createDueRequests<Reference, Request extends DueRequest>(
  { db, logger }: { db: Database; logger: Logger },
  kind: RequestKind<Reference, Request>,
): DueRequests<Reference> {
  async function workWithLease(reference: Reference): Promise<boolean> {
    const request = await kind.find(reference);
    if (request?.dueAt === undefined || request.dueAt > new Date()) return false;
    try {
      return await kind.step(request);
    } catch (error) {
      kind.logFailure(request, error);
      await kind.postpone(request, new Date(Date.now() + retryMs)).catch(() => undefined);
      return false;
    }
  }
  async function workOn(reference: Reference): Promise<boolean> {
    const leases = db.infrastructure<LeaseRow>("leases");
    const ran = await runWithLease(leases, kind.toLease(reference), () => workWithLease(reference));
    return ran?.result ?? false;
  }
  async function runRound(): Promise<boolean> {
    const worked = await Promise.all((await kind.choose(new Date())).map(workOn));
    return worked.includes(true);
  }
  const start = () => startLeasedPeriodicTask({ database: db, logger }, { name: kind.task, everyMs, run: runRound });
  return { workOn, runRound, start };
}
