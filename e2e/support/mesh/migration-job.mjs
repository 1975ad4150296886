// The migration job of learning with one made-up step more, which changes every session.
import { getSchema, runMigration } from "@tenant-ops/kit/process";
import { learning } from "@tenant-ops/learning";

const schema = getSchema(learning);
const nextVersion = schema.migrations.length + 1;
const step = {
  version: nextVersion,
  change: "Every session has the length of its student's name.",
  versionBefore: "It ignores the field, and writes sessions without.",
  indexes: "",
  up: ({ changeRecords }) =>
    changeRecords({
      collection: "sessions",
      filter: { nameLength: null },
      fields: ["fullName"],
      toUpdate: ({ fullName }) => ({ $set: { nameLength: fullName.length } }),
    }),
};

await runMigration("learning", { ...schema, migrations: [...schema.migrations, step] });
