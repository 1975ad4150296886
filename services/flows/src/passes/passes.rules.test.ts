import { describe, expect, test } from "vitest";
import { identifyByAnswers, toVisitorDetails, toVisitorId } from "./passes.rules.js";

const toField = (value: string, type = "text") => ({ text: value, value, type, placeholder: "", isRequired: false });
const fields = [
  toField("first_name"),
  toField("last_name"),
  toField("email", "email"),
  toField("phone", "phone"),
  toField("second", "email"),
];

describe("a visitor", () => {
  test("is the same one with the same e-mail address in any case, whatever else they answer", () => {
    const identity = identifyByAnswers(fields, { email: "Ana@Example.com", phone: "55 1234 5678" }, "reg_1");
    expect(identity).toBe("email:ana@example.com");
    expect(identifyByAnswers(fields, { email: "ana@example.com", second: "x@example.com" }, "reg_2")).toBe(identity);
  });

  test("without an e-mail address is the same one with the same phone number", () => {
    expect(identifyByAnswers(fields, { phone: "+52 (55) 1234-5678" }, "reg_1")).toBe("phone:525512345678");
  });

  test("with neither is another one at each registration", () => {
    expect(identifyByAnswers(fields, { first_name: "Ana" }, "reg_1")).toBe("registration:reg_1");
  });

  test("has an id that differs between businesses and does not show the address", () => {
    const toId = (businessId: string) => toVisitorId("c2VjcmV0", businessId, "email:ana@example.com");
    expect(toId("biz_1")).toMatch(/^vis_[0-9a-f]{32}$/);
    expect(toId("biz_1")).not.toBe(toId("biz_2"));
    expect(toId("biz_1")).toBe(toId("biz_1"));
  });
});

test.each([
  [
    { first_name: "Ana", last_name: "Pérez", email: "ana@example.com" },
    undefined,
    { fullName: "Ana Pérez", email: "ana@example.com" },
  ],
  [{ first_name: "Ana" }, undefined, { fullName: "Ana" }],
  [{ email: "ana@example.com" }, undefined, { email: "ana@example.com" }],
  [{ phone: "55 1234 5678" }, undefined, { phone: "55 1234 5678" }],
  [
    { phone: "55 1234 5678" },
    { method: "whatsapp", phone: "+525599999999", at: new Date(0) },
    { phone: "+525599999999" },
  ],
  [{}, undefined, {}],
] as const)(
  "name and contact of the visitor are read from %j, and what was proved from %j",
  (answers, proof, details) => {
    expect(toVisitorDetails(fields, answers, proof)).toEqual(details);
  },
);
