import { type Db, MongoNetworkError } from "mongodb";
import { expect, test } from "vitest";
import type { Logger } from "../../telemetry/logger.js";
import { waitForSchema } from "./wait-for-schema.js";

const migrations = [{ version: 1, change: "Step 1.", versionBefore: "It goes on.", indexes: "" }];
const finished = { _id: 1, oldestVersion: 0, finishedAt: new Date() };

/** A database whose first read of the steps fails. */
function openFailing(failure: Error): Db {
  let reads = 0;
  const toArray = () => ((reads += 1) === 1 ? Promise.reject(failure) : Promise.resolve([finished]));
  return { collection: () => ({ find: () => ({ toArray }) }) } as unknown as Db;
}

test("a process that waits for its schema continues to wait while the database does not answer, and the log says so", async () => {
  const lines: string[] = [];
  const warn = ({ reason }: { reason: string }, message: string) => void lines.push(`${message}: ${reason}`);
  await waitForSchema(openFailing(new MongoNetworkError("connection closed")), migrations, {
    warn,
  } as unknown as Logger);
  expect(lines).toEqual(["waiting for the schema: connection closed"]);
});

test("an error that does not pass by itself ends the wait", async () => {
  const failing = openFailing(new Error("not authorized"));
  await expect(waitForSchema(failing, migrations, {} as Logger)).rejects.toThrow("not authorized");
});
