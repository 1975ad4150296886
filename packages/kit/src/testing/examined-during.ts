import { MongoClient } from "mongodb";
import { isOfTask } from "./commands-during.js";
import { testBackend } from "./test-backend.js";

/** One connection for all questions of this test process. */
let connecting: Promise<MongoClient> | undefined;

interface ProfiledCommand {
  /** When it ended. */
  ts: Date;
  /** Database and collection. */
  ns: string;
  millis?: number;
  keysExamined?: number;
  docsExamined?: number;
  command?: object;
  /** Of a command for more rows. */
  originatingCommand?: object;
}

/**
 * The most index keys or documents that one command examined in this database while `work` ran. Unlike what is sent back, this
 * shows a scan whose rows were filtered out or sorted away.
 * @param businessId only commands that name this business count: the tasks of a service run meanwhile, also one that adds up the counts of this business
 */
export async function examinedDuring(
  database: string,
  work: () => Promise<unknown>,
  businessId?: string,
): Promise<number> {
  connecting ??= new MongoClient(testBackend().mongodbUrl).connect();
  const db = (await connecting).db(database);
  try {
    await db.command({ profile: 2 });
    const { localTime: startedAt } = (await db.command({ hello: 1 })) as { localTime: Date };
    await work();
    await db.command({ profile: 0 });
    const all = await db.collection<ProfiledCommand>("system.profile").find({}).toArray();
    // A task of the service, such as a search through all records at its start, may end meanwhile. Both times are cut to milliseconds.
    const rows = all
      .filter(({ ts, millis = 0 }) => ts.getTime() - millis >= startedAt.getTime() - 1)
      .filter((row) => !businessId || isCallOf(businessId, row));
    return Math.max(0, ...rows.map(({ keysExamined = 0, docsExamined = 0 }) => Math.max(keysExamined, docsExamined)));
  } finally {
    await db.command({ profile: 0 });
    await db.dropCollection("system.profile");
  }
}

function isCallOf(businessId: string, { ns, command, originatingCommand }: ProfiledCommand): boolean {
  const collection = ns.slice(ns.indexOf(".") + 1);
  return !isOfTask(collection) && JSON.stringify(originatingCommand ?? command).includes(businessId);
}
