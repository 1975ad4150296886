// The faults, of which one is caused at a time. Each resolves when its cause is over, and returns a line for the report.
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { fillStore } from "../../support/mesh/full-store.mjs";
import { pick } from "../random.mjs";
import { fillDisk } from "./fill-disk.mjs";

const shortMs = (random) => 300 + Math.round(random() * 2700);

export const faults = {
  async kill({ mesh, random }) {
    const chosen = pick(random, Object.values(mesh.processes));
    chosen.kill("SIGKILL");
    await chosen.exited;
    await sleep(shortMs(random) / 2);
    await chosen.start();
    return `kill -9 ${chosen.name}`;
  },
  async freeze({ mesh, random }) {
    const chosen = pick(random, Object.values(mesh.processes));
    const durationMs = shortMs(random) * 2;
    chosen.kill("SIGSTOP");
    await sleep(durationMs);
    chosen.kill("SIGCONT");
    return `${chosen.name} frozen for ${durationMs} ms`;
  },
  async restart({ mesh, random }) {
    const chosen = pick(random, Object.values(mesh.processes));
    await chosen.restart();
    return `restart of ${chosen.name}`;
  },
  async killNats({ nats, random }) {
    nats.kill("SIGKILL");
    await nats.exited;
    await sleep(shortMs(random));
    await nats.start();
    return "kill -9 NATS";
  },
  async wipeNats({ nats, random }) {
    nats.kill("SIGKILL");
    await nats.exited;
    rmSync(nats.storeDir, { recursive: true, force: true });
    await sleep(shortMs(random) / 2);
    await nats.start();
    return "NATS lost its store";
  },
  async fillNats({ nats, random }) {
    const durationMs = shortMs(random) * 2;
    const filler = await fillStore(nats.url);
    await sleep(durationMs);
    await filler.empty();
    return `the store of NATS was full for ${durationMs} ms`;
  },
  async stepDown({ replicaSet }) {
    const client = await new MongoClient(replicaSet.url).connect();
    try {
      await client.db("admin").command({ replSetStepDown: 30, secondaryCatchUpPeriodSecs: 15 });
    } catch (error) {
      if (error.codeName !== "ExceededTimeLimit") throw error;
      return "the primary of MongoDB did not step down: no other member had caught up";
    } finally {
      await client.close();
    }
    await replicaSet.primary();
    return "the primary of MongoDB stepped down";
  },
  async killPrimary({ replicaSet, random }) {
    const primary = await replicaSet.primary();
    primary.kill("SIGKILL");
    await primary.exited;
    await replicaSet.primary();
    await sleep(shortMs(random) / 2);
    await primary.start();
    return `kill -9 of the primary ${primary.name}`;
  },
  fillDisk,
};
