// mongod and nats-server for `npm start`: those of MONGODB_URL and NATS_URL, or our own.
import { join } from "node:path";
import { findMongod, findNatsServer } from "../backend/binaries.mjs";
import { startMongod } from "../backend/mongod.mjs";
import { startNats } from "../backend/nats.mjs";
import { printStep, runStep } from "../console.mjs";
import { dataDir } from "../paths.mjs";
import { waitForAll } from "./wait-for-all.mjs";

export function findPrograms() {
  const programs = {
    mongod: process.env.MONGODB_URL ? undefined : findMongod(),
    nats: process.env.NATS_URL ? undefined : findNatsServer(),
  };
  // startServers() awaits the search and gets its failure; until then Node must not report it as unhandled.
  for (const search of Object.values(programs)) search?.catch(() => undefined);
  return programs;
}

/** `{ mongodbUrl, natsUrl, origins, running }`. Adds every started server to `started` as soon as it can be stopped. */
export async function startServers(started, programs) {
  const running = [];
  const startServer = async (name, givenUrl, search, start) => {
    if (givenUrl) {
      printStep(name, "given by the environment");
      return { url: givenUrl, origin: "given by the environment" };
    }
    let server;
    const found = await search;
    await runStep(name, async () => {
      server = await start({ dataDir, logDir: join(dataDir, "logs"), found });
      started.push(server);
      running.push(server);
      return `${server.version} from ${server.origin}`;
    });
    return { url: server.url, origin: `${server.version} from ${server.origin}` };
  };
  const [mongod, nats] = await waitForAll([
    startServer("mongod", process.env.MONGODB_URL, programs.mongod, startMongod),
    startServer("nats-server", process.env.NATS_URL, programs.nats, startNats),
  ]);
  const origins = { mongod: mongod.origin, "nats-server": nats.origin };
  return { mongodbUrl: mongod.url, natsUrl: nats.url, origins, running };
}
