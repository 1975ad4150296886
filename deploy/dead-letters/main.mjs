// MONGODB_URL=<url> NATS_URL=<url> node deploy/dead-letters/main.mjs [<database>]: publishes dead letters again, and deletes their rows.
import { MongoClient } from "mongodb";
import { connect } from "nats";

const { MONGODB_URL, NATS_URL } = process.env;
const [database = "webhooks"] = process.argv.slice(2);
if (!MONGODB_URL || !NATS_URL) {
  process.stderr.write(
    "MONGODB_URL and NATS_URL must name the servers, with users that may change the rows and publish all events.\n",
  );
  process.exit(1);
}
// The library ignores the scheme and the user of a URL.
const { host, protocol, username, password } = new URL(NATS_URL);
const user = username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
const nats = await connect({ servers: host, ...user, ...(protocol === "tls:" && { tls: {} }) });
const client = await MongoClient.connect(MONGODB_URL);
try {
  const rows = client.db(database).collection("deadLetters");
  for (const { _id } of await rows.find({}, { projection: { _id: 1 } }).toArray()) await publishAgain(rows, _id);
} finally {
  await Promise.all([client.close(), nats.close()]);
}

/** Publishes one event. When that fails, its row is kept, the other events are still published, and the exit code is 1. */
async function publishAgain(rows, _id) {
  // Read again here, because the erasure of a person may have changed or deleted the row.
  const row = await rows.findOne({ _id });
  if (!row) return;
  try {
    // Published before the row is deleted, so that no event is lost; an event that is published twice has no second effect.
    await nats.jetstream().publish(row.subject, row.data.value());
    await rows.deleteOne({ _id });
    process.stdout.write(`${row.subject}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${row.subject} (${_id}) was not published again: ${error.message}\n`);
  }
}
