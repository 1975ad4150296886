import { demoContents, type DemoClient } from "./demo-data.js";
import type { SeededSandbox } from "./seed-once.js";

type Answer = Record<string, unknown>;

/** Sends the calls of a seed to the services, without limits and proposals: it is one request of the caller. */
export interface SeedTransport {
  callTool(tool: string, args: Answer, idempotencyKey: string): Promise<Answer>;
  /** @param body absent for a GET */
  callRest(method: string, path: string, body: Answer | undefined, idempotencyKey: string): Promise<Answer>;
}

/**
 * Fills a sandbox with the demo data, once: after a reset it is another sandbox. Every write has an idempotency key made of the id of the sandbox and
 * of its name, and its answer is stored: a repetition, also after a crash, continues where the first one stopped.
 * @returns the ids per area
 * @throws Refusal sandbox_busy, and the refusals of the services
 */
export async function seedSandbox(
  seeded: SeededSandbox,
  transport: SeedTransport,
): Promise<Record<string, Record<string, string>>> {
  const made: Record<string, Record<string, string>> = {};
  // One after another: the flow needs the roulette, and of a request that stops, one write at most is without a stored answer.
  for (const { area, fill } of demoContents) {
    made[area] = (await fill(createDemoClient(area, seeded, transport))).ids;
  }
  return made;
}

/** @param area gives the writes of this area their names: `supply-1`, `supply-2` … in the order of the code */
function createDemoClient(
  area: string,
  { sandbox, requireAlone, store }: SeededSandbox,
  transport: SeedTransport,
): DemoClient {
  let count = 0;
  const write = async (work: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    count += 1;
    const name = `${area}-${count}`;
    const known = sandbox.seeded?.[name];
    if (known) return known as Answer;
    requireAlone();
    const answer = await work(`seed ${sandbox._id} ${name}`);
    await store(name, answer);
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
