import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composeProblems, readCompose } from "./checks/compose.js";
import { problemsWithSettings } from "./checks/settings.js";
import { type Fields, fieldsAt, listAt } from "./checks/values.js";
import { settingsOf, writeKeys } from "./setup/src/keys.mjs";
import { makeSecrets } from "../scripts/lib/secrets.mjs";

const text = readFileSync(join(import.meta.dirname, "../docker-compose.yml"), "utf8");
let folder: string;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keys-"));
  await writeKeys(folder);
  files = (await readdir(folder, { recursive: true })).filter((path) => path.includes("/"));
});
afterAll(() => rm(folder, { recursive: true }));

test("docker-compose.yml gives every program its settings, in the words of docker-compose 1.29", () => {
  expect(composeProblems(readCompose(text), files)).toEqual([]);
});

describe("a broken docker-compose.yml is refused, with the service and the field", () => {
  const mistakes: Array<[string, (compose: Fields) => void, RegExp]> = [
    ["a top-level name", (compose) => (compose["name"] = "tenant-ops"), /^docker-compose\.yml: name is not known/],
    [
      "start_interval",
      (compose) => (fieldsAt(compose, "services", "supply", "healthcheck")["start_interval"] = "1s"),
      /^services\.supply: healthcheck\.start_interval/,
    ],
    [
      "develop",
      (compose) => (fieldsAt(compose, "services", "supply")["develop"] = {}),
      /^services\.supply: develop is not known/,
    ],
    [
      "a Dockerfile inside",
      (compose) => (fieldsAt(compose, "services", "flows", "build")["dockerfile_inline"] = "FROM x"),
      /^services\.flows: build\.dockerfile_inline/,
    ],
    [
      "an unknown variable",
      (compose) => (fieldsAt(compose, "services", "flows", "environment")["CONSOLE"] = "x"),
      /^services\.flows: environment: CONSOLE is read by no setting/,
    ],
    [
      "a missing setting",
      (compose) => delete fieldsAt(compose, "services", "gateway", "environment")["LEARNING_GRPC_URL"],
      /^services\.gateway: environment: LEARNING_GRPC_URL is required/,
    ],
    [
      "a key that nobody makes",
      (compose) =>
        (fieldsAt(compose, "services", "gateway", "environment")["OPERATOR_KEY_FILE"] = "/keys/gateway/OPERATOR"),
      /^services\.gateway: environment\.OPERATOR_KEY_FILE: nobody makes/,
    ],
    [
      "a port open to the network",
      (compose) => listAt(compose, "services", "gateway", "ports").push("9090:9090"),
      /^services\.gateway: ports: 9090:9090 is open/,
    ],
    [
      "a file system that can be written",
      (compose) => delete fieldsAt(compose, "services", "learning")["read_only"],
      /^services\.learning: read_only/,
    ],
    ["root", (compose) => (fieldsAt(compose, "services", "webhooks")["user"] = "0:0"), /^services\.webhooks: user/],
    [
      "a service that nobody is",
      (compose) =>
        (fieldsAt(compose, "services", "flows", "environment")["ROULETTES_GRPC_URL"] = "dns:///roulette:50051"),
      /^services\.flows: environment\.ROULETTES_GRPC_URL: there is no service roulette$/,
    ],
  ];

  test.each(mistakes)("%s", (_, breakIt, message) => {
    const compose = readCompose(text);
    breakIt(compose);
    expect(composeProblems(compose, files)).toContainEqual(expect.stringMatching(message));
  });
});

test("a key is made once and kept, each where only its owner sees it", async () => {
  const file = join(folder, "gateway/OPERATOR_KEY");
  const before = readFileSync(file, "utf8");
  await writeKeys(folder);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect((await stat(join(folder, "all/secrets.json"))).mode & 0o777).toBe(0o600);
  const owned = await Promise.all(["flows", "webhooks", "mesh"].map((owner) => readdir(join(folder, owner))));
  expect(owned).toEqual([["CALL_CONTEXT_PRIVATE_KEY"], ["WEBHOOK_SECRET_KEY"], ["CALL_CONTEXT_PUBLIC_KEYS"]]);
});

test("keys are what the programs take", () => {
  const { gateway } = settingsOf(makeSecrets());
  const given = new Map(Object.entries(gateway).map(([name, value]) => [name, { value, isSecret: true }]));
  expect(problemsWithSettings("gateway", given).filter((problem) => !problem.includes("is required"))).toEqual([]);
});
