import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db, MongoClient } from "mongodb";
import { connect } from "nats";
import type { TestMesh } from "../mesh/test-mesh.js";

/** Everything that is stored: every collection of every database of the mesh, every message of the stream, every line of a log. */
async function readEverything(mongo: MongoClient, { mesh }: TestMesh, since: number): Promise<Map<string, Buffer[]>> {
  const stored = new Map<string, Buffer[]>();
  const { databases } = await mongo.db().admin().listDatabases({ nameOnly: true });
  const own = databases.filter(({ name }) => name.startsWith(mesh.databasePrefix));
  for (const { name } of own) await addDatabase(stored, mongo.db(name), name.replace(mesh.databasePrefix, ""));
  const nats = await connect({ servers: mesh.natsUrl });
  const manager = await nats.jetstreamManager();
  const { state } = await manager.streams.info("EVENTS");
  for (let seq = Math.max(state.first_seq, since); seq <= state.last_seq; seq += 1) {
    const message = await manager.streams.getMessage("EVENTS", { seq }).catch(() => undefined);
    if (message) add(stored, "EVENTS", Buffer.from(message.data));
  }
  await nats.close();
  for (const file of await readdir(mesh.logDir))
    if (!file.startsWith("mongo")) add(stored, `log ${file}`, await readFile(join(mesh.logDir, file)));
  return stored;
}

async function addDatabase(stored: Map<string, Buffer[]>, db: Db, place: string): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    // As BSON: what is stored as binary, such as events and files, is searched as well.
    const rows = db.collection(name).find({}, { raw: true }) as unknown as AsyncIterable<Buffer>;
    for await (const row of rows) add(stored, `${place}.${name}`, row);
  }
}

const add = (stored: Map<string, Buffer[]>, place: string, bytes: Buffer) =>
  void stored.set(place, [...(stored.get(place) ?? []), bytes]);

/** The number of the next message, for a search in what is stored from now on. */
export async function readStreamEnd({ mesh }: TestMesh): Promise<number> {
  const nats = await connect({ servers: mesh.natsUrl });
  const manager = await nats.jetstreamManager();
  const { state } = await manager.streams.info("EVENTS");
  await nats.close();
  return state.last_seq + 1;
}

/**
 * The places where any of these values is stored, ignoring case.
 * @param since the first message of the stream that can have them; earlier ones are those of other tests
 */
export async function findTraces(
  mongo: MongoClient,
  testMesh: TestMesh,
  values: readonly string[],
  since = 0,
): Promise<string[]> {
  const wanted = values.map((value) => value.toLowerCase());
  const found = [...(await readEverything(mongo, testMesh, since))].filter(([, parts]) =>
    parts.some((part) => {
      const text = part.toString("latin1").toLowerCase();
      return wanted.some((value) => text.includes(value));
    }),
  );
  return found.map(([place]) => place).toSorted();
}
