// docs/data-life.md: what is kept, for how long, and about whom, from the declarations in the code. Pure functions.
import { notice, renderTable } from "./generated-docs.mjs";

/** @param lives `[folder, collections]` of the kit and of every process */
export function renderDataLifePage(lives) {
  const sections = lives.flatMap(([folder, collections]) => [
    `## \`${folder}\``,
    "",
    renderTable(
      ["Collection", "Kept", "Deleted or changed by", "When the business is deleted", "About persons"],
      Object.entries(collections).map(([name, life]) => [
        `\`${name}\``,
        ...describe(life.retention),
        describeBusinessDeletion(life),
        describePersons(life),
      ]),
    ),
    "",
  ]);
  return [
    "# What is kept, and how long",
    "",
    notice("the declarations `data-life.ts` of the processes"),
    "",
    "Every collection of every database. A collection without a declaration, or whose time differs from that of its index, fails a test. Times are",
    "part of a version: a release that changes one says so, and its [migration job](operating.md#upgrades) changes the index. Events are in NATS",
    "for seven days. An erasure replaces or deletes what is about a person in all of them. When a business is [closed](offboarding.md), its records are",
    "deleted.",
    "",
    ...sections,
  ].join("\n");
}

function describe(retention) {
  switch (retention.kept) {
    case "days_after":
      return [
        retention.days === 0
          ? `until \`${retention.field}\``
          : `${retention.days} ${retention.days === 1 ? "day" : "days"} after \`${retention.field}\``,
        "MongoDB, by an index",
      ];
    case "until_deleted":
      return ["until it is deleted", "the business or the process itself"];
    case "always":
      return ["until the business is deleted", "nothing before: it is history, from which numbers are checked"];
    case "by_rule":
      return [
        `until the business is deleted, or as its rule \`${retention.kind}\` says`,
        "the business ([retention](retention.md)), within what the operator allows",
      ];
    default:
      throw new Error(`retention ${retention.kept} is not described`);
  }
}

/** Of the kit's own collections only the counters per day are exported; its declarations say so. */
function describeBusinessDeletion({ ofBusiness, isInternal }) {
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
