import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { programs } from "./bundle.mjs";
import { at, fieldsAt, fieldsWithin, type Manifest, textsAt } from "./checks/values.js";

const folder = join(import.meta.dirname, "../.github/workflows");
const read = (name: string) => parse(readFileSync(join(folder, name), "utf8")) as Manifest;

test("a release builds and signs an image of every program", () => {
  const image = fieldsAt(read("images.yml"), "jobs", "image");
  expect(textsAt(image, "strategy", "matrix", "package").sort()).toEqual(Object.keys(programs).sort());
  const steps = [...fieldsWithin(image)].map(({ fields }) => fields["run"]).filter((run) => typeof run === "string");
  // What is signed is what was built, not what a tag says by then.
  expect(steps.join("\n")).toContain('cosign sign --yes "$IMAGE@$DIGEST"');
});

test.each(readdirSync(folder))("%s gives each job its own rights and names a version of every action", (name) => {
  const workflow = read(name);
  expect(at(workflow, "permissions")).toEqual({});
  for (const content of Object.values(fieldsAt(workflow, "jobs"))) {
    expect(at(content, "permissions")).toBeDefined();
    for (const { fields } of fieldsWithin(content))
      if ("uses" in fields) expect(fields["uses"]).toMatch(/@(v\d+|[0-9a-f]{40})$/);
  }
});
