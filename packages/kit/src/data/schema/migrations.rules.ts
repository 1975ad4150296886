import type { Migration, MigrationRow } from "./migrations.types.js";

const hourMs = 60 * 60 * 1000;

/** The version that a build needs. */
export function getNewestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

type RecordedStep = Pick<MigrationRow, "_id" | "oldestVersion" | "finishedAt">;

/** @returns why a process of this version cannot work with the database now; undefined when it can */
export function findSchemaProblem(rows: readonly RecordedStep[], version: number): string | undefined {
  const recorded = getRecordedVersion(rows);
  // A step that drops something counts from its begin.
  const oldestVersion = Math.max(0, ...rows.map((row) => row.oldestVersion));
  if (oldestVersion > version)
    return `the schema needs processes of version ${oldestVersion} or later, and this one is of version ${version}; run a later build`;
  if (recorded < version)
    return `the schema is at version ${recorded}, and this process needs ${version}; run the migration job of this build (--migrate)`;
  return undefined;
}

/** The highest version up to which all steps have finished. */
export function getRecordedVersion(rows: readonly RecordedStep[]): number {
  return Math.max(0, ...rows.filter(({ finishedAt }) => finishedAt).map(({ _id }) => _id));
}

/**
 * Whether a job runs the data changes of a step: those that have not finished, and those that may have to be repeated, because processes of the
 * previous version wrote records after the step had finished.
 */
export function needsRun(migration: Migration, row: MigrationRow | undefined): boolean {
  return !row?.finishedAt || (migration.up !== undefined && !row.settledAt);
}

/** Whether a job has nothing to do: every step has run, none may have to be repeated, and the indexes are those of the newest step. */
export function isSchemaCurrent(rows: readonly MigrationRow[], migrations: readonly Migration[]): boolean {
  const newest = migrations.at(-1);
  const findRow = (version: number) => rows.find(({ _id }) => _id === version);
  return (
    newest !== undefined &&
    getRecordedVersion(rows) === newest.version &&
    findRow(newest.version)?.indexes === newest.indexes &&
    !migrations.some((migration) => needsRun(migration, findRow(migration.version)))
  );
}

/**
 * A repetition that began an hour or more after the first run and changed nothing is the last one. A rolling update takes minutes; one
 * that takes longer than an hour is covered when one of its last records is found.
 */
export function isSettled(firstFinishedAt: Date | undefined, begunAt: Date, changed: number): boolean {
  return firstFinishedAt !== undefined && changed === 0 && begunAt.getTime() - firstFinishedAt.getTime() >= hourMs;
}

/** @throws Error when versions have gaps or are not in order */
export function assertVersionsInOrder(migrations: readonly Migration[]): void {
  migrations.forEach(({ version }, index) => {
    if (version !== index + 1) throw new Error(`step ${version} is at the place of step ${index + 1}`);
  });
}
