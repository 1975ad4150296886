import type { FindPersonRequest } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import type { Call } from "../call/call.js";
import type { PrivacyOptions } from "../privacy/index.js";
import { createPersonDataHandlers } from "./person-data.js";

const { findPerson } = createPersonDataHandlers({} as PrivacyOptions);

test.each([
  ["a kind that is none", { kind: "name", value: "Ana" }, "identifiers[1].kind"],
  ["an empty value", { kind: "email", value: "" }, "identifiers[1].value"],
  ["a value that is too long", { kind: "userId", value: "u".repeat(321) }, "identifiers[1].value"],
])("%s is refused before anything is searched", async (_what, identifier, field) => {
  const identifiers = [{ kind: "email", value: "ana@example.com" }, identifier];
  const search = async () => findPerson({ identifiers, position: "" } as FindPersonRequest, {} as Call);
  await expect(search()).rejects.toMatchObject({ code: "invalid_argument", message: expect.stringContaining(field) });
});
