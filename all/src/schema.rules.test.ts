import { digestIndexes } from "@tenant-ops/kit/data";
import { describe, expect, test } from "vitest";
import { groups } from "./parts.js";

const schemas = groups.flat().flatMap(({ name, schema }) => (schema ? [{ name, schema }] : []));

describe.each(schemas)("the schema of $name", ({ schema }) => {
  const migrations = schema.migrations ?? [];

  test("a change of the declared indexes comes with a step that names them", () => {
    // On failure: add a step to src/migrations (docs/developing.md), and name this digest in it. For another time to live, name it in the newest step.
    expect(migrations.at(-1)?.indexes).toBe(digestIndexes(schema));
  });

  test("versions have no gaps, and the previous version works after every step", () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
    for (const { version, oldestVersion = 0 } of migrations) expect(oldestVersion).toBeLessThan(version);
  });

  test("only a step that names its oldest version drops an index", () => {
    const dropping = migrations.filter(({ drops = [] }) => drops.length > 0);
    expect(dropping.filter(({ oldestVersion }) => oldestVersion === undefined)).toEqual([]);
  });
});
