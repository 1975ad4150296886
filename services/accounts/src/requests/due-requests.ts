import { type Database, type LeaseRow, runWithLease, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { createCollectedGauge, type Logger } from "@tenant-ops/kit/telemetry";
import type { Registry } from "prom-client";

const everyMs = 2000;
/** Delay after a failure, for example while a service is down. */
const retryMs = 5000;

/** A stored request about data: a state and the time of its next step, which it stores itself. */
interface DueRequest {
  _id: string;
  businessId: string;
  /** Absent when it has ended. */
  dueAt?: Date;
}

type Reference = Pick<DueRequest, "_id" | "businessId">;

/** What differs between the kinds of requests. */
export interface RequestKind<Request extends DueRequest> {
  /** Begins the stored names of the leases: that of the periodic task, and one per request. */
  name: string;
  /** Those to work on in a round. */
  choose(now: Date): Promise<readonly Reference[]>;
  find(reference: Reference): Promise<Request | null>;
  /** Runs the next step and stores its result. It may run again after a crash. @returns whether another step can follow at once */
  step(request: Request): Promise<boolean>;
  /** Stores when the step that has failed is due again, if the request is still at this step. */
  postpone(request: Request, dueAt: Date): Promise<unknown>;
  logFailure(request: Request, error: unknown): void;
}

export interface DueRequests {
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
export function createDueRequests<Request extends DueRequest>(
  { db, logger }: { db: Database; logger: Logger },
  kind: RequestKind<Request>,
): DueRequests {
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
    const ran = await runWithLease(leases, `${kind.name} ${reference._id}`, () => workWithLease(reference));
    return ran?.result ?? false;
  }
  async function runRound(): Promise<boolean> {
    const worked = await Promise.all((await kind.choose(new Date())).map(workOn));
    return worked.includes(true);
  }
  const start = () =>
    startLeasedPeriodicTask({ database: db, logger }, { name: `${kind.name}s`, everyMs, run: runRound });
  return { workOn, runRound, start };
}

/** A gauge with the seconds since a time that is queried at each scrape; 0 when there is none. All replicas report the same value: take the maximum. */
export function registerAge(
  registry: Registry,
  findSince: (now: Date) => Promise<Date | undefined>,
  texts: { name: string; help: string },
): void {
  const gauge = createCollectedGauge(registry, {
    ...texts,
    async collect() {
      const now = new Date();
      const since = await findSince(now);
      gauge.set(since ? (now.getTime() - since.getTime()) / 1000 : 0);
    },
  });
}
