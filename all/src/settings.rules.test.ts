import { expect, test } from "vitest";
import { groups } from "./parts.js";
import { dropDerivedSettings, findSharedSettings, selectSettings, settingsPerPart, toOwnName } from "./settings.js";

const parts = groups.flat();

test("a setting counts for every part that has it, and one with the name of a part for that part only", () => {
  const environment = { QUOTA_STOCKS: "5", LOG_LEVEL: "info", SUPPLY_LOG_LEVEL: "debug" };
  expect(selectSettings("supply", ["QUOTA_STOCKS", "LOG_LEVEL"], environment)).toMatchObject({
    QUOTA_STOCKS: "5",
    LOG_LEVEL: "debug",
  });
  expect(selectSettings("flows", ["LOG_LEVEL"], environment)).toMatchObject({ LOG_LEVEL: "info" });
});

test("the file of a part has priority over the value that all parts have", () => {
  const environment = { MONGODB_URL: "mongodb://all", SUPPLY_MONGODB_URL_FILE: "/keys/supply" };
  expect(selectSettings("supply", ["MONGODB_URL"], environment)).toEqual({
    MONGODB_URL_FILE: "/keys/supply",
    SHUTDOWN_DELAY_MS: "0",
  });
});

test("a setting that must differ between the parts is refused without the name of a part", () => {
  const environment = {
    MONGODB_DATABASE: "data",
    CALL_CONTEXT_PRIVATE_KEY_FILE: "/key",
    SUPPLY_MONGODB_DATABASE: "supply",
  };
  expect(findSharedSettings(environment)).toEqual([
    "MONGODB_DATABASE: must differ between the parts; set SUPPLY_MONGODB_DATABASE and so on",
    "CALL_CONTEXT_PRIVATE_KEY: must differ between the parts; set SUPPLY_CALL_CONTEXT_PRIVATE_KEY and so on",
  ]);
  expect(selectSettings("flows", ["MONGODB_DATABASE"], environment)["MONGODB_DATABASE"]).toBeUndefined();
});

test("addresses of other parts are set by the process, also when the environment has those of a mesh", () => {
  const names = ["SUPPLY_GRPC_URL", "SUPPLY_HTTP_URL"];
  expect(selectSettings("gateway", names, { SUPPLY_HTTP_URL: "http://10.0.0.7:8081" })).toEqual({
    SUPPLY_GRPC_URL: "supply",
    SUPPLY_HTTP_URL: "http://supply",
  });
});

test("no setting looks like the setting of one part only: CONSOLE_URL is not the URL of the console", () => {
  const names = new Set(parts.flatMap(({ settings }) => settings));
  const ambiguous = parts.flatMap(({ name, settings }) =>
    settings.map((setting) => toOwnName(name, setting)).filter((own) => names.has(own)),
  );
  expect(ambiguous).toEqual([]);
});

test("a setting that two parts have means the same in both, unless it must differ", () => {
  const shared = parts.flatMap(({ settings }) => settings).filter((name, index, all) => all.indexOf(name) !== index);
  const known = [
    ...settingsPerPart,
    // Of the process: where it listens, stops, logs, traces and checks itself.
    ...["HOST", "ADMIN_PORT", "GRPC_PORT", "HTTP_PORT", "SHUTDOWN_DELAY_MS", "LOG_LEVEL", "NODE_ENV"],
    ...["TENANCY_GUARD", "CHECK_REPLIES", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"],
    ...["OTEL_RESOURCE_ATTRIBUTES", "OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"],
    ...["GRPC_TLS_CERT_FILE", "GRPC_TLS_KEY_FILE", "GRPC_TLS_CA_FILE", "GRPC_TLS_MODE"],
    // Whether a part starts although stored secrets need a lost key.
    "ALLOW_UNREADABLE_SECRETS",
    // The archive store, and how often each part searches for old history.
    ...["ARCHIVE_DIR", "ARCHIVE_S3_BUCKET", "ARCHIVE_S3_ENDPOINT", "ARCHIVE_S3_REGION", "ARCHIVE_S3_ACCESS_KEY_ID"],
    ...["ARCHIVE_S3_SECRET_ACCESS_KEY", "RETENTION_EVERY_MS"],
    // The one stream of events.
    "EVENTS_MAX_BYTES",
    // The same servers and public addresses.
    ...["MONGODB_URL", "NATS_URL", "PUBLIC_URL", "CONSOLE_URL", "APP_URL"],
    ...["SUPPLY_GRPC_URL", "ROULETTES_GRPC_URL", "LEARNING_GRPC_URL", "FLOWS_GRPC_URL", "WEBHOOKS_GRPC_URL"],
    ...["ACCOUNTS_GRPC_URL", "APPROVALS_GRPC_URL", "ANALYTICS_GRPC_URL", "CONSOLE_GRPC_URL"],
    ...["SUPPLY_HTTP_URL", "ROULETTES_HTTP_URL", "LEARNING_HTTP_URL", "FLOWS_HTTP_URL"],
    // The gateway recognises the keys that accounts has made.
    "API_KEY_PEPPER",
    // The same rule for every part that sends requests to addresses of businesses.
    ...["EGRESS_ALLOW_HTTP", "EGRESS_ALLOW", "EGRESS_DNS_SERVERS", "EGRESS_ALLOW_UNSAFE_IN_PRODUCTION"],
  ];
  expect([...new Set(shared)].filter((name) => !known.includes(name))).toEqual([]);
});

test("a missing private key is named, and not the public keys that are derived from it", () => {
  const header = "These settings are wrong:";
  const derived = "  - CALL_CONTEXT_PUBLIC_KEYS: is missing. Issuers that are trusted";
  const wrong = "  - MONGODB_URL: is missing. Address";
  expect(dropDerivedSettings([header, wrong, derived].join("\n"))).toBe([header, wrong].join("\n"));
  expect(dropDerivedSettings([header, derived].join("\n"))).toBeUndefined();
  expect(dropDerivedSettings("The key is not readable.")).toBe("The key is not readable.");
});
