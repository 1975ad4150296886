// Checks the promises of webhook delivery while processes, the broker and the database are killed.
import { bold, print } from "../../scripts/lib/console.mjs";
import { createRandom } from "./random.mjs";
import { kill, killAll, mongod, nats, stop, terminate } from "./webhooks/crashes.mjs";
import { fairness, hostile } from "./webhooks/receivers.mjs";
import { settings } from "./webhooks/settings.mjs";
import { startWorkerMesh } from "./webhooks/worker-mesh.mjs";

const promises = { kill, killAll, stop, terminate, nats, mongod, hostile, fairness };

/** @returns how many promises were broken, or not checked because the time was over */
export async function run({ seed, until: end, dataDir, only }) {
  const random = createRandom(seed);
  const mesh = await startWorkerMesh({ dataDir, settings });
  let failed = 0;
  try {
    for (const [name, promise] of Object.entries(promises)) {
      if (only.length > 0 && !only.includes(name)) continue;
      if (Date.now() > end) {
        failed += 1;
        print(`${bold(name)} NOT CHECKED: no time left; give it more with --minutes`);
        continue;
      }
      try {
        print(`${bold(name)}: ${await promise({ mesh, random, end })}`);
      } catch (error) {
        failed += 1;
        print(`${bold(name)} BROKEN: ${error.message}`);
      }
    }
  } finally {
    await mesh.close();
  }
  return failed;
}
