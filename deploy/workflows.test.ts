import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { getMap, getStrings, getValue, walkMaps, type YamlMap } from "./checks/yaml-values.js";
import { programs } from "./images/bundle.mjs";

const folder = join(import.meta.dirname, "../.github/workflows");
const readWorkflow = (name: string) => parse(readFileSync(join(folder, name), "utf8")) as YamlMap;
const listCommands = (job: YamlMap) =>
  [...walkMaps(job)].map(({ map }) => map["run"]).filter((run) => typeof run === "string");

test("a release builds and signs an image of every program", () => {
  const image = getMap(readWorkflow("images.yml"), "jobs", "image");
  expect(getStrings(image, "strategy", "matrix", "package").sort()).toEqual(Object.keys(programs).sort());
  // The digest names the image that was built; a tag could have been moved since.
  expect(listCommands(image).join("\n")).toContain('cosign sign --yes "$IMAGE@$DIGEST"');
});

test("a pull request builds the images that a release publishes", () => {
  const getPackages = (workflow: string) =>
    getStrings(readWorkflow(workflow), "jobs", "image", "strategy", "matrix", "package");
  expect(getPackages("pull-request.yml")).toEqual(getPackages("images.yml"));
});

test("Renovate pins images and actions by digest", () => {
  const renovate = JSON.parse(readFileSync(join(import.meta.dirname, "../renovate.json"), "utf8")) as YamlMap;
  expect(getStrings(renovate, "extends")).toEqual(
    expect.arrayContaining(["docker:pinDigests", "helpers:pinGitHubActionDigests"]),
  );
});

test("the images name a complete version of Node, and the release runs on the same major version", () => {
  const dockerfile = readFileSync(join(import.meta.dirname, "Dockerfile"), "utf8");
  const [, major] =
    /^ARG NODE_IMAGE=node:(\d+)\.\d+\.\d+-trixie-slim(?:@sha256:[0-9a-f]{64})?$/m.exec(dockerfile) ?? [];
  expect(major).toBeDefined();
  const versions = [...walkMaps(readWorkflow("images.yml"))].flatMap(({ map }) => map["node-version"] ?? []);
  expect(new Set(versions)).toEqual(new Set([major]));
});

describe.each(readdirSync(folder))("the workflow %s", (name) => {
  const workflow = readWorkflow(name);
  const jobs = Object.values(getMap(workflow, "jobs"));

  test("gives each job its own permissions", () => {
    expect(getValue(workflow, "permissions")).toEqual({});
    for (const job of jobs) expect(getValue(job, "permissions")).toBeDefined();
  });

  test("uses every action at a version or a digest", () => {
    const actions = jobs.flatMap((job) => [...walkMaps(job)]).flatMap(({ map }) => map["uses"] ?? []);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/@(v\d+|[0-9a-f]{40})$/);
  });
});
