import { expect, test } from "vitest";
import { assertServerVersion } from "./server-versions.js";

test.each(["8.0.0", "8.0.14", "8.2.6-rc1", "9.0.0", "10.1.0"])("MongoDB %s is new enough", (version) => {
  expect(() => assertServerVersion("MongoDB", version)).not.toThrow();
});

test.each(["7.0.31", "7.3.4", "4.4.0"])("MongoDB %s is refused with the version that is needed, and why", (version) => {
  expect(() => assertServerVersion("MongoDB", version)).toThrow(
    `MongoDB ${version} is too old: this build needs MongoDB 8.0 or later, because all writes of a transaction`,
  );
});

test("NATS 2.9 is new enough, 2.8 is not", () => {
  expect(() => assertServerVersion("NATS", "2.9.0")).not.toThrow();
  expect(() => assertServerVersion("NATS", "2.14.5-preview.1")).not.toThrow();
  expect(() => assertServerVersion("NATS", "2.8.4")).toThrow(
    "NATS 2.8.4 is too old: this build needs NATS 2.9 or later",
  );
});
