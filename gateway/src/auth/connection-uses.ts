import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { ConsoleService } from "@tenant-ops/proto/console";
import { askConsole } from "./ask-console.js";

/** Counts the calls of connections, and reports each connection at most once a minute. */
export interface ConnectionUses {
  record(businessId: string, connectionId: string): void;
  /** Reports the calls that are not reported yet. */
  stop(): Promise<void>;
}

const reportEveryMs = 60_000;

interface Use {
  businessId: string;
  calls: number;
  lastUsedAt: Date;
  /** Of `performance.now()`. */
  reportedAt: number;
}

export function createConnectionUses(clients: RpcClients, logger: Logger): ConnectionUses {
  const uses = new Map<string, Use>();

  async function report(connectionId: string, use: Use): Promise<void> {
    const { businessId, calls, lastUsedAt } = use;
    use.calls = 0;
    use.reportedAt = performance.now();
    const sent = { connectionId, calls, lastUsedAt: lastUsedAt.toISOString() };
    try {
      await askConsole(clients, ConsoleService.method.recordConnectionUse, businessId, sent);
    } catch (error) {
      use.calls += calls;
      logger.warn({ err: error }, "use of a connection not saved");
    }
  }

  async function reportAll(isDue: (use: Use) => boolean): Promise<void> {
    const due = [...uses].filter(([, use]) => isDue(use));
    await Promise.all(
      due.map(async ([connectionId, use]) => {
        if (use.calls > 0) await report(connectionId, use);
        else uses.delete(connectionId);
      }),
    );
  }

  const isOld = ({ reportedAt }: Use) => performance.now() - reportedAt >= reportEveryMs;
  const timer = setInterval(() => void reportAll(isOld), reportEveryMs);
  timer.unref();

  return {
    record(businessId, connectionId) {
      const use = uses.get(connectionId) ?? { businessId, calls: 0, lastUsedAt: new Date(), reportedAt: -Infinity };
      uses.set(connectionId, use);
      use.calls += 1;
      use.lastUsedAt = new Date();
      // The first use is reported at once, later uses within a minute.
      if (isOld(use)) void report(connectionId, use);
    },
    async stop() {
      clearInterval(timer);
      await reportAll(({ calls }) => calls > 0);
    },
  };
}
