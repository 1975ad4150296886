/** Words of the page on which a business chooses for how long its history is kept. */
export const en = {
  title: "History",
  lead: "How long each kind of record is kept after it has ended. Without a rule it is kept until the business is closed.",
  readOnly: "Only owners and administrators can change these rules. Ask one of them.",
  nothingAllowed:
    "The operator of this installation allows no rules, so everything is kept until the business is closed.",
  noNewRules: "No new rules can be set. Rules from before go on until you take them away.",
  applying: "Not every area has heard of the last change yet. Until it has, it works with the rules before.",
  facts: {
    fields: {
      changed: "Last change",
      removed: "What is deleted",
      archived: "Archived",
      sandbox: "Sandbox",
    },
    never: "No rule has been set yet",
    removedText:
      "What is old enough is removed within minutes to hours. It is not in lists any more, and its pages are not found. Stocks, limits, totals and counts per day stay as they are.",
    archivedText:
      "The operator keeps the archive files. An erasure of a person reaches them, and they are deleted when the business is closed.",
    sandboxText: "It has no rules: its data stays until it is emptied.",
  },
  days: { one: "# day", other: "# days" },
  rules: {
    keep: "Kept until the business is closed",
    archive: (days: string) => `Archived and deleted after ${days}`,
    delete: (days: string) => `Deleted after ${days}`,
  },
  goes: "What is deleted",
  ended: "From when its days count",
  stays: "What stays",
  change: "Change",
  noModes: "The operator does not allow a rule for this kind.",
  /** One entry per kind of history; the server says which kinds there are. */
  kinds: {
    spins: {
      name: "Spins",
      goes: "Spins with their prizes",
      ended:
        "When the prize was claimed or has expired, or when none was won. A prize that can still be claimed keeps its spin",
      stays: "Players with all their counts, so limits hold, and the totals of the roulette",
    },
    stockMovements: {
      name: "Stock movements",
      goes: "Rows of the ledgers, the oldest first",
      ended: "As soon as it is stored",
      stays: "The balance at the cut, per center and product",
    },
    withdrawals: {
      name: "Withdrawals",
      goes: "Withdrawals",
      ended: "As soon as it is stored",
      stays: "Their stock movements",
    },
    transfers: {
      name: "Transfers",
      goes: "Transfers",
      ended: "As soon as it is stored",
      stays: "Their stock movements",
    },
    registrations: {
      name: "Registrations",
      goes: "What visitors entered on registration pages, with their files",
      ended: "When it was completed or rejected, or has expired. One that waits for documents or its bank stays",
      stays: "The counts of registration pages, campaigns and days, the prizes of the visitor, and the limits",
    },
    sessions: {
      name: "Course enrollments",
      goes: "Enrollments of learners with their attempts",
      ended: "When it was completed or has failed. One with a certificate stays",
      stays: "The enrollment without name and e-mail address, so a course cannot be started again, and all statistics",
    },
  },
  form: {
    title: (kind: string) => `Change: ${kind}`,
    question: "What happens with it",
    keep: "Keep it until the business is closed",
    archive: "Archive it and delete it",
    archiveHint: "It is written to an archive file, read back and compared, and only then deleted.",
    delete: "Delete it",
    deleteHint: "No copy is kept.",
    notAllowed: {
      archive: "The operator does not allow archives.",
      delete: "The operator does not allow deletion without an archive.",
    },
    noArchive: "It cannot be archived: the operator has set up no archive for this kind.",
    days: "Days after it has ended",
    daysHint: (min: string, max: string) => `From ${min} to ${max}. The operator sets the fewest.`,
    daysRefused: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
    preview: "See what would be deleted now",
    counting: "Counting …",
    previewFirst: "See what would be deleted now before you save.",
    save: "Save",
    saveDelete: "Save and delete",
    saved: "The rule is saved. What is old enough is removed within minutes to hours",
    kept: "The rule is saved. It is kept until the business is closed",
  },
  found: {
    none: "Nothing would be deleted now.",
    archive: (records: string) => `Records that would be archived and deleted now: ${records}.`,
    delete: (records: string) => `Records that would be deleted for good now: ${records}.`,
    atLeast: (records: string) => `at least ${records}`,
    oldest: (date: string) => `The oldest one is of ${date}.`,
    incomplete: "The time for counting was over, so there are more.",
    deleteText: "No archive has them. They cannot be brought back, not even by the operator.",
    later: "From then on each record is deleted when its days are over.",
    keepText:
      "Nothing more is deleted, except at most a hundred records whose deletion has begun. What was deleted does not come back.",
  },
  newer: {
    title: "The rules were changed meanwhile. They are now:",
    text: "What you have chosen is still here, and nothing of it was saved. Saving replaces the rule of this kind only.",
  },
};
