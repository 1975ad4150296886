// The tables of docs/data-life.md: what is kept, for how long, and about whom, from the declarations in the code. Pure functions.
import { renderTable } from "./generated-docs.mjs";

/** @param lives `[folder, collections]` of the kit and of every process */
export function renderCollections(lives) {
  const own = lives.filter(([, collections]) => Object.keys(collections).length > 0);
  const sections = own.flatMap(([folder, collections]) => [
    `### \`${folder}\``,
    "",
    renderTable(
      ["Collection", "Kept", "When the business is deleted", "About persons"],
      Object.entries(collections).map(([name, life]) => [
        `\`${name}\``,
        describeTime(life),
        describeDeletion(life),
        describePersons(life),
      ]),
    ),
    "",
  ]);
  return [
    "Written by `npm run generate` from what the processes declare: their nouns, or `data-life.ts` of the gateway. A collection without a declaration, or whose time",
    "differs from that of its index, fails a test. Times are part of a version: a release that changes one says so, and its",
    "[migration job](upgrades.md#upgrade) changes the index. MongoDB deletes what has a time; what is kept until it is deleted, the business or",
    "the process deletes. Events are in NATS for seven days.",
    "",
    ...sections,
  ]
    .join("\n")
    .trimEnd();
}

function describeTime({ retention, ofBusiness }) {
  switch (retention.kept) {
    case "days_after":
      return retention.days === 0
        ? `until \`${retention.field}\``
        : `${retention.days} ${retention.days === 1 ? "day" : "days"} after \`${retention.field}\``;
    case "until_deleted":
      return "until it is deleted";
    case "always":
      return ofBusiness === "none" ? "always" : "until the business is deleted";
    case "by_rule":
      return `until the business is deleted, or by its [rule](#how-long-history-is-kept) \`${retention.kind}\``;
    default:
      throw new Error(`retention ${retention.kept} is not described`);
  }
}

/** Of the kit's own collections only the counters per day are exported; its declarations say so. */
function describeDeletion({ ofBusiness, isInternal }) {
  if (ofBusiness === "none") return "stays";
  return isInternal ? "deleted" : "exported, deleted";
}

function describePersons({ personal }) {
  if (typeof personal === "string") return personal;
  const fields = personal.roles.flatMap(({ identifiedBy, details = {} }) => [
    ...Object.keys(identifiedBy),
    ...Object.keys(details),
  ]);
  const named = [...new Set(fields)].map((field) => `\`${field}\``).join(", ");
  return `${named}${personal.isDeleted ? "; an erasure deletes the record" : ""}`;
}
