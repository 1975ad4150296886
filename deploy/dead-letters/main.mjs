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
  for (const { _id, subject, data } of await rows.find().toArray()) {
    // Before the row goes: an event that comes twice has no second effect.
    await nats.jetstream().publish(subject, data.value());
    await rows.deleteOne({ _id });
    process.stdout.write(`${subject}\n`);
  }
} finally {
  await Promise.all([client.close(), nats.close()]);
}
