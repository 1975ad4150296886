import { type Call } from "@tenant-ops/kit/call";
import { createSandboxEmptied, type Database } from "@tenant-ops/kit/data";
import { toRefusal } from "@tenant-ops/kit/errors";
import { demoContents, type DemoClient } from "./demo-data.js";
import { requireSandbox } from "./reset.js";
import { findSandboxById, keepSeeded, type Sandbox } from "./sandboxes.store.js";

type Answer = Record<string, unknown>;
/** The ids that were made, per area. */
type Made = Record<string, Record<string, string>>;

/** Filling is many calls of services; together they may take longer than one call. */
const workMs = 20_000;

/** Sends the calls of a seed to the services, without limits and proposals: it is one request of the caller. */
export interface SeedTransport {
  callTool(tool: string, args: Answer, idempotencyKey: string): Promise<Answer>;
  /** @param body absent for a GET */
  callRest(method: string, path: string, body: Answer | undefined, idempotencyKey: string): Promise<Answer>;
}

/**
 * Fills a sandbox with the demo data, once: after a reset it is another sandbox. Every write has an idempotency key made of the id of the sandbox and
 * of its name, and its answer is kept: a repetition, also after a crash, continues where the first one stopped, and two at once make one set of data.
 * @throws Refusal sandbox_only, sandbox_busy when it was emptied meanwhile, and the refusals of the services
 */
export async function seedSandbox(
  db: Database,
  given: Call,
  openTransport: (call: Call) => SeedTransport,
): Promise<Made> {
  requireSandbox(given);
  const call: Call = { ...given, deadline: Date.now() + workMs, requestDigest: () => "" };
  const stored = call.idempotencyKey === undefined ? undefined : await findStoredAnswer(db, call);
  if (stored) {
    given.replayed = true;
    return stored;
  }
  const sandbox = await findSandboxById(db, call.businessId);
  if (!sandbox) throw createSandboxEmptied();
  const transport = openTransport(call);
  const made: Made = {};
  // One after another: the flow needs the roulette, and of a request that stops, one write at most is without a kept answer.
  for (const { area, fill } of demoContents)
    made[area] = (await fill(createDemoClient(db, area, sandbox, transport))).ids;
  return db.transaction(call, async () => made);
}

async function findStoredAnswer(db: Database, call: Call): Promise<Made | undefined> {
  const lookUp: Call = { ...call, storedReplyOnly: "proposal_invalid" };
  try {
    return await db.transaction<Made>(lookUp, async () => {
      throw new Error("a look-up writes nothing");
    });
  } catch (error) {
    // The code of a look-up when nothing is stored.
    if (toRefusal(error).code === "proposal_invalid") return undefined;
    throw error;
  }
}

/** @param area gives the writes of this area their names: `supply-1`, `supply-2` … in the order of the code */
function createDemoClient(
  db: Database,
  area: string,
  { _id: sandboxId, seeded = {} }: Sandbox,
  transport: SeedTransport,
): DemoClient {
  let count = 0;
  const write = async (work: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    count += 1;
    const name = `${area}-${count}`;
    const known = seeded[name];
    if (known) return known as Answer;
    const answer = await work(`seed ${sandboxId} ${name}`);
    if (!(await keepSeeded(db, sandboxId, name, answer))) throw createSandboxEmptied();
    return answer;
  };
  return {
    call: (tool, args = {}) => transport.callTool(tool, args, ""),
    proposeAndWrite: (_propose, tool, args) => write((key) => transport.callTool(tool, args, key)),
    rest: (method, path, body) =>
      method === "GET"
        ? transport.callRest(method, path, undefined, "")
        : write((key) => transport.callRest(method, path, body ?? {}, key)),
    toSlug: (word) => word,
  };
}
