import { createSystemCall, isConnectionId } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { AnsweredCollection, FindLabels, RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { ConsoleService } from "@tenant-ops/proto/console";
import { agentCalls } from "@tenant-ops/rest/analytics";
import { findKeyNames } from "../keys/keys.store.js";
import { findSandboxById } from "../sandboxes/sandboxes.store.js";

const timeoutMs = 5000;

/** The calls of tools, as analytics queries them. */
export function answerAgentCalls(db: Database, clients: RpcClients, logger: Logger): AnsweredCollection {
  /** The names of keys, and those of the clients of connections, which the console service knows. A person is never named. */
  const findNames: FindLabels = async ({ businessId }, ids) => {
    // Keys and connections of a sandbox belong to its live business.
    const owner = (await findSandboxById(db, businessId))?.sandboxOf ?? businessId;
    const connectionIds = ids.filter(isConnectionId);
    const names = await findKeyNames(
      db,
      owner,
      ids.filter((id) => !isConnectionId(id)),
    );
    for (const [id, name] of await findConnectionNames(owner, connectionIds)) names.set(id, name);
    return names;
  };

  async function findConnectionNames(businessId: string, connectionIds: string[]): Promise<[string, string][]> {
    if (connectionIds.length === 0) return [];
    const call = createSystemCall(businessId, "name connections", { deadline: Date.now() + timeoutMs });
    try {
      const { connections } = (await clients.unary(ConsoleService.method.nameConnections, { connectionIds }, call))
        .message;
      return connections.map(({ connectionId, name }) => [connectionId, name]);
    } catch (error) {
      // The numbers are right without the names.
      logger.warn({ err: error }, "connections not named");
      return [];
    }
  }

  return { collection: agentCalls, labels: { key: findNames } };
}
