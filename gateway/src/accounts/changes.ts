import { singleFlight } from "@tenant-ops/kit/concurrency";
import { createBusinessClosed } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { credentialChangedSubject } from "@tenant-ops/proto/accounts";
import * as z from "zod";
import type { Accounts } from "./accounts.js";

const askEveryMs = 1000;
const logEveryMs = 60_000;

/** One changed key; without `keyId`, a changed business and all of its keys. */
export interface CredentialChange {
  businessId: string;
  keyId?: string | undefined;
}

const messageSchema = z.object({ businessId: z.string(), keyId: z.string().optional() });

/**
 * How a gateway learns what it must forget, and which businesses are closed: by messages on NATS, which may get lost, and by asking accounts once a
 * second. Without both it goes on with what it knows: keys for at most 30 seconds.
 */
export interface Changes {
  /** @param listener gets undefined when any key may have changed */
  onChange(listener: (change: CredentialChange | undefined) => void): void;
  /** The businesses that are being offboarded. Services refuse their calls themselves; the gateway refuses earlier. */
  closedBusinesses: { has(businessId: string): boolean };
  /** Asks now. Call it after a change that this gateway has passed on, before the answer. Does not throw. */
  refresh(): Promise<void>;
  stop(): void;
}

export function startChanges(accounts: Pick<Accounts, "listChanges">, bus: Bus, logger: Logger): Changes {
  const listeners: ((change: CredentialChange | undefined) => void)[] = [];
  const tell = (change: CredentialChange | undefined) => listeners.forEach((listener) => listener(change));
  let closed = new Set<string>();
  let since = "";
  let loggedAt = -Infinity;
  let begun = 0;
  let applied = 0;

  const ask = singleFlight(async (_name: string) => {
    const number = (begun += 1);
    try {
      const answer = await accounts.listChanges(since);
      // The answer to a later question has arrived first.
      if (number > applied) {
        applied = number;
        ({ until: since } = answer);
        closed = new Set(answer.closedBusinessIds);
      }
      if (answer.isIncomplete) tell(undefined);
      else for (const { businessId, keyId } of answer.changes) tell({ businessId, ...(keyId !== "" && { keyId }) });
    } catch (error) {
      if (performance.now() - loggedAt < logEveryMs) return;
      loggedAt = performance.now();
      logger.warn({ err: error }, "changes of keys and businesses not read, retrying");
    }
  });
  const refresh = () => {
    // A question that is under way may have been answered before the change.
    ask.forget();
    return ask("changes");
  };
  bus.subscribe(credentialChangedSubject, (message) => {
    const { data } = messageSchema.safeParse(message);
    tell(data);
    // The business may have been closed or opened.
    if (data?.keyId === undefined) void refresh();
  });
  const timer = setInterval(() => void ask("changes"), askEveryMs).unref();
  void ask("changes");
  return {
    onChange: (listener) => void listeners.push(listener),
    closedBusinesses: { has: (businessId) => closed.has(businessId) },
    refresh,
    stop: () => clearInterval(timer),
  };
}

/** The businesses that are being offboarded, from the memory of this process. */
export type OpenBusinesses = Pick<Changes, "closedBusinesses">;

/** @throws Refusal business_closed, for the business and for its sandbox */
export function requireOpen(
  { businessId, sandboxOf = businessId }: { businessId: string; sandboxOf?: string },
  { closedBusinesses }: OpenBusinesses,
): void {
  if (closedBusinesses.has(businessId) || closedBusinesses.has(sandboxOf)) throw createBusinessClosed();
}
