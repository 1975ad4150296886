import { readFileSync } from "node:fs";
import { link, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCompose } from "./checks/compose/compose-file.js";
import { findComposeProblems } from "./checks/compose/policies.js";
import { findSettingProblems } from "./checks/program-settings.js";
import { getList, getMap, getStrings, type YamlMap } from "./checks/yaml-values.js";
import { groupSecretsByProcess, rotatePasswords, writeKeyFiles } from "./setup/src/keys.mjs";
import { natsPermissions } from "./setup/src/nats-users.mjs";
import { generateSecrets } from "../scripts/lib/mesh/secrets.mjs";

const readText = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");
const text = readText("docker-compose.yml");
let folder: string;
let keyFiles: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keys-"));
  await writeKeyFiles(folder);
  keyFiles = (await readdir(folder, { recursive: true })).filter((path) => path.includes("/"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a draft from a killed run is replaced, and not written to", async () => {
  const [file, draft] = [join(folder, "nats/users.conf"), join(folder, "draft")];
  const before = readFileSync(file, "utf8");
  await writeFile(draft, "half a dr", { mode: 0o444 });
  await link(draft, `${file}.new`);
  await writeKeyFiles(folder);
  // Where the test runs, root may write to it; in the container, which has no capabilities, root may not.
  expect(readFileSync(draft, "utf8")).toBe("half a dr");
  expect(readFileSync(file, "utf8")).toBe(before);
  await rm(draft);
});

test.each(["docker-compose.yml", "docker-compose.all.yml"])(
  "%s sets every required setting and uses only features of docker-compose 1.29",
  (file) => {
    expect(findComposeProblems(parseCompose(readText(file)), keyFiles)).toEqual([]);
  },
);

test("one process and the mesh use the same volumes, so that a change from one to the other moves no data", () => {
  const [mesh, all] = ["docker-compose.yml", "docker-compose.all.yml"].map((file) => parseCompose(readText(file)));
  expect(all?.["volumes"]).toEqual(mesh?.["volumes"]);
});

test.each(["docker-compose.yml", "docker-compose.all.yml"])(
  "%s asks NATS whether JetStream works, and bounds what it stores",
  (file) => {
    const nats = getMap(parseCompose(readText(file)), "services", "nats");
    // The plain check answers "ok" when JetStream has stopped after a full disk.
    expect(getStrings(nats, "healthcheck", "test").at(-1)).toMatch(/\/healthz\?js-server-only=true$/);
    expect(readText("deploy/compose/nats.conf")).toMatch(/max_file_store: \d+GB/);
  },
);

test.each(["docker-compose.yml", "docker-compose.all.yml"])(
  "%s starts MongoDB and NATS with the users that the container `keys` writes, and has no password itself",
  (file) => {
    const compose = parseCompose(readText(file));
    expect(getStrings(getMap(compose, "services", "mongo"), "entrypoint").at(-1)).toMatch(
      /install -m 400 .* \/keys\/mongo\/keyfile (\S+)\n.* --keyFile \1 /,
    );
    expect(keyFiles).toEqual(expect.arrayContaining(["mongo/keyfile", "mongo/users.json", "nats/users.conf"]));
    // nats-server reads the path from the folder of its file.
    const included = /authorization \{ include "(.*)" \}/.exec(readText("deploy/compose/nats.conf"))?.[1] ?? "";
    expect(resolve("/etc/nats", included)).toBe("/keys/nats/users.conf");
    // A password in a URL, or in a variable.
    expect(readText(file)).not.toMatch(/:\/\/[^/\s]+@|PASSWORD/);
  },
);

describe("a mistake in docker-compose.yml is reported with the service and the field", () => {
  const mistakes: Array<[string, (compose: YamlMap) => void, RegExp]> = [
    ["a top-level name", (compose) => (compose["name"] = "tenant-ops"), /^docker-compose\.yml: name is not supported/],
    [
      "start_interval",
      (compose) => (getMap(compose, "services", "supply", "healthcheck")["start_interval"] = "1s"),
      /^services\.supply: healthcheck\.start_interval/,
    ],
    [
      "develop",
      (compose) => (getMap(compose, "services", "supply")["develop"] = {}),
      /^services\.supply: develop is not supported/,
    ],
    [
      "an inline Dockerfile",
      (compose) => (getMap(compose, "services", "flows", "build")["dockerfile_inline"] = "FROM x"),
      /^services\.flows: build\.dockerfile_inline/,
    ],
    [
      "an unknown variable",
      (compose) => (getMap(compose, "services", "flows", "environment")["CONSOLE"] = "x"),
      /^services\.flows: environment: CONSOLE is not a setting/,
    ],
    [
      "a missing setting",
      (compose) => delete getMap(compose, "services", "gateway", "environment")["LEARNING_GRPC_URL"],
      /^services\.gateway: environment: LEARNING_GRPC_URL is required/,
    ],
    [
      "a key file that no container writes",
      (compose) =>
        (getMap(compose, "services", "gateway", "environment")["OPERATOR_KEYS_FILE"] = "/keys/gateway/OPERATOR"),
      /^services\.gateway: environment\.OPERATOR_KEYS_FILE: no container writes/,
    ],
    [
      "a file that does not exist",
      (compose) => getList(compose, "services", "nats", "volumes").push("./deploy/nats.conf:/etc/nats.conf:ro"),
      /^services\.nats: volumes: there is no file \.\/deploy\/nats\.conf$/,
    ],
    [
      "a port open to the network",
      (compose) => getList(compose, "services", "gateway", "ports").push("9090:9090"),
      /^services\.gateway: ports: 9090:9090 is open/,
    ],
    [
      "a job whose image Compose would look for in a registry",
      (compose) => delete getMap(compose, "services", "migrate-flows")["pull_policy"],
      /^services\.migrate-flows: pull_policy is not never$/,
    ],
    [
      "a job that comes after the process that builds its image",
      (compose) => {
        const { flows = null, ...others } = getMap(compose, "services");
        compose["services"] = { flows, ...others };
      },
      /^services\.migrate-flows: docker-compose 1\.29 looks for it before tenant-ops\/flows:local is built$/,
    ],
    [
      "a writable root file system",
      (compose) => delete getMap(compose, "services", "learning")["read_only"],
      /^services\.learning: read_only/,
    ],
    [
      "a container that runs as root",
      (compose) => (getMap(compose, "services", "webhooks")["user"] = "0:0"),
      /^services\.webhooks: user/,
    ],
    [
      "a migration with the database of another process",
      (compose) =>
        (getMap(compose, "services", "migrate-flows", "environment")["MONGODB_URL_FILE"] = "/keys/supply/MONGODB_URL"),
      /^services\.migrate-flows: environment\.MONGODB_URL_FILE: no container writes/,
    ],
    [
      "a database without a password",
      (compose) => {
        const settings = getMap(compose, "services", "flows", "environment");
        settings["MONGODB_URL"] = "mongodb://mongo:27017";
        delete settings["MONGODB_URL_FILE"];
      },
      /^services\.flows: environment: MONGODB_URL is a secret but is set in plain text$/,
    ],
    [
      "the address of a service that does not exist",
      (compose) =>
        (getMap(compose, "services", "flows", "environment")["ROULETTES_GRPC_URL"] = "dns:///roulette:50051"),
      /^services\.flows: environment\.ROULETTES_GRPC_URL: there is no service roulette$/,
    ],
  ];

  test.each(mistakes)("%s", (_, addMistake, message) => {
    const compose = parseCompose(text);
    addMistake(compose);
    expect(findComposeProblems(compose, keyFiles)).toContainEqual(expect.stringMatching(message));
  });
});

test("keys are created once, and each process has a folder with its own keys only", async () => {
  const file = join(folder, "gateway/OPERATOR_KEYS");
  const before = readFileSync(file, "utf8");
  await writeKeyFiles(folder);
  expect(readFileSync(file, "utf8")).toBe(before);
  expect((await stat(join(folder, "all/secrets.json"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "all/accounts.json"))).mode & 0o777).toBe(0o600);
  const owned = await Promise.all(
    ["supply", "flows", "webhooks", "analytics", "console", "accounts", "approvals", "mesh"].map((owner) =>
      readdir(join(folder, owner)),
    ),
  );
  expect(owned).toEqual([
    ["MONGODB_URL", "NATS_URL"],
    ["CALL_CONTEXT_PRIVATE_KEY", "FLOW_SECRET_KEY", "MONGODB_URL", "NATS_URL"],
    ["MONGODB_URL", "NATS_URL", "WEBHOOK_SECRET_KEY"],
    ["CALL_CONTEXT_PRIVATE_KEY", "MONGODB_URL", "NATS_URL"],
    ["CALL_CONTEXT_PRIVATE_KEY", "LINK_SECRET", "MONGODB_URL", "NATS_URL"],
    ["API_KEY_PEPPER", "CALL_CONTEXT_PRIVATE_KEY", "MONGODB_URL", "NATS_URL"],
    ["CALL_CONTEXT_PRIVATE_KEY", "MONGODB_URL", "NATS_URL"],
    ["accounts", "analytics", "approvals", "console", "flows", "learning", "roulettes", "supply", "webhooks"],
  ]);
  const issuers = (service: string) =>
    readFileSync(join(folder, "mesh", service), "utf8")
      .split(",")
      .map((key) => key.split(":")[0] ?? "")
      .toSorted();
  expect(issuers("supply")).toEqual(["accounts", "analytics", "approvals", "gateway"]);
  expect(issuers("roulettes")).toEqual(["accounts", "analytics", "approvals", "flows", "gateway"]);
});

test("the generated keys are valid settings of the gateway", () => {
  const { gateway } = groupSecretsByProcess(generateSecrets());
  const provided = new Map(Object.entries(gateway).map(([name, value]) => [name, { value, isSecret: true }]));
  expect(findSettingProblems("gateway", provided).filter((problem) => !problem.includes("is required"))).toEqual([]);
});

test("between the begin and the end of a rotation the old and the new users are written, and the processes use the new ones", async () => {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const listUsers = () =>
    (JSON.parse(read("mongo/users.json")) as { users: { process: string; user: string; password: string }[] }).users
      .filter(({ process }) => process === "supply")
      .map(({ user, password }) => `${user}:${password}`);
  const [before = ""] = listUsers();
  expect(read("supply/MONGODB_URL")).toContain(`mongodb://${before}@mongo:27017/`);

  await rotatePasswords(folder, "begin");
  const [kept, next = ""] = listUsers();
  expect(kept).toBe(before);
  expect(next).toMatch(/^supply-2:p[0-9a-f]{48}$/);
  expect(read("supply/MONGODB_URL")).toContain(`mongodb://${next}@mongo:27017/`);
  expect(read("nats/users.conf").match(/"user": "supply(-2)?"/g)).toHaveLength(2);
  await expect(rotatePasswords(folder, "begin")).rejects.toThrow(/was begun already/);
  await writeKeyFiles(folder);
  expect(listUsers()).toEqual([before, next]);

  await rotatePasswords(folder, "end");
  expect(listUsers()).toEqual([next]);
  expect(read("nats/users.conf")).not.toContain(before.split(":")[1]);
});

test("docs/keys.md lists the subjects of every NATS user", () => {
  const page = readText("docs/keys.md");
  const subjects = Object.values(natsPermissions).flatMap(({ publish, subscribe }) => [...publish, ...subscribe]);
  const general = subjects.map((subject) =>
    subject.replace(/^(events|_INBOX)\.(?!gateway)[a-z]+\.>$/, "$1.<service>.>"),
  );
  expect([...new Set(general)].filter((subject) => !page.includes(`\`${subject}\``))).toEqual([]);
});
