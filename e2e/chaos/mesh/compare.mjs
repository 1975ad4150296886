// Sentences about what was found, for the report.
export const examplesMax = 3;

/** Adds a sentence with the first examples, unless nothing was found. */
export function report(problems, what, found) {
  if (found.length > 0) problems.push(`${found.length} ${what}: ${JSON.stringify(found.slice(0, examplesMax))}`);
}

/**
 * Compares the rounds of one kind with its records.
 * @param acknowledged name of the round → id of its record
 * @param nameOf gives the name of the round in a record
 * @param isSame whether a record is the acknowledged one
 * @param ended names of rounds whose record was deleted again
 * @returns sentences about records that are lost, doubled, unexpected, or still there after their deletion
 */
export function compareRounds(kind, { acknowledged, records, nameOf, isSame, ended = new Set() }) {
  const problems = [];
  const idsByName = new Map();
  for (const record of records) idsByName.set(nameOf(record), [...(idsByName.get(nameOf(record)) ?? []), record._id]);
  const rounds = [...acknowledged].filter(([name]) => !ended.has(name));
  const found = [...idsByName];
  report(
    problems,
    `${kind} lost`,
    rounds.filter(([name]) => !idsByName.has(name)),
  );
  report(
    problems,
    `${kind} with another id than acknowledged`,
    rounds.filter(([name, id]) => idsByName.has(name) && !isSame(idsByName.get(name)[0], id)),
  );
  report(
    problems,
    `${kind} doubled`,
    found.filter(([, ids]) => ids.length > 1),
  );
  report(
    problems,
    `${kind} that no round has made`,
    found.filter(([name]) => !acknowledged.has(name)),
  );
  report(
    problems,
    `${kind} that were deleted and are still there`,
    found.filter(([name]) => ended.has(name)),
  );
  return problems;
}
