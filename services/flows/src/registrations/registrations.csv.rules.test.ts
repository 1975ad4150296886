import { describe, expect, test } from "vitest";
import { createCsvWriter } from "./registrations.csv.rules.js";
import { toRegistrationReply } from "./registrations.replies.js";
import type { Registration } from "./registrations.rules.js";

const question = (value: string, type = "text", text = value) => ({
  ...{ value, type, text },
  placeholder: "",
  isRequired: false,
});

const createWriter = (questions: ReturnType<typeof question>[]) =>
  createCsvWriter(questions, { language: "en", separator: "comma" });

function createRegistration(answers: Record<string, string>, given: Partial<Registration> = {}): Registration {
  return {
    _id: "reg_1",
    flowId: "flw_1",
    slug: "summer",
    answers,
    words: [],
    utm: { source: "ig", medium: "", campaign: "", content: "" },
    redirect: { type: "url", targetId: "", url: "https://example.com" },
    state: "completed",
    createdAt: new Date("2026-01-01T12:00:00Z"),
    ...given,
  };
}

function write(answers: Record<string, string>, given: Partial<Registration> = {}): string {
  const registration = createRegistration(answers, given);
  return createWriter([question("name"), question("ine", "document")]).write([toRegistrationReply(registration)]);
}

test("the file begins with the byte order mark and the names of the columns, a question each", () => {
  const questions = [question("first_name", "text", "First Name"), question("ine", "document"), question("city")];
  const { head } = createCsvWriter(questions, { language: "es", separator: "comma" });
  expect(head).toMatch(/^\uFEFFID,Estado,Espera,Registrado el,Completado el,Nombre,city,Otras respuestas,/);
  expect(head.endsWith(",Contenido\r\n")).toBe(true);
  expect(createWriter(questions).head).toContain(",First Name,city,Other answers,");
  expect(createWriter([question("x", "text", "=1+1")]).head).toContain("'=1+1");
});

test("answers to present questions have a column each, and answers to earlier questions share one", () => {
  const row = write({ name: "Ana", pet: "cat" });
  expect(row).toContain('reg_1,completed,,2026-01-01T12:00:00.000Z,2026-01-01T12:00:00.000Z,Ana,"{""pet"":""cat""}",');
  expect(row.endsWith(",url,,https://example.com,ig,,,\r\n")).toBe(true);
});

describe("a cell", () => {
  test.each(["=1+1", "+52 55", "-2", "@SUM(A1)", "\tx", "\rx", "＝1"])(
    "that a spreadsheet would calculate is text: %j",
    (text) => {
      expect(write({ name: text })).toContain(`'${text}`);
    },
  );

  test.each([
    ["x;=1+1", "x;'=1+1"],
    ["x; +52", "x; '+52"],
    ["x;-1;@SUM(A1)", "x;'-1;'@SUM(A1)"],
    ["x\t=1", "x\t'=1"],
    ["x\n＝1", "x\n'＝1"],
    ["x\r\n=1", "x\r\n'=1"],
    ['x;"=1', `x;""'=1`],
    ["a-b; c=d", "a-b; c=d"],
  ])("has no part that a spreadsheet with another separator would calculate: %j", (text, expected) => {
    expect(write({ name: text })).toContain(expected);
    expect(write({ pet: text.replaceAll(/\s/g, "") })).not.toMatch(/;"*[=+\-@＝]/);
  });

  test.each([
    ["number", "-5"],
    ["number", "+3,5"],
    ["phone", "+52 55 1234 5678"],
    ["tel", "+525512345678"],
  ])("of a question of the type %s stays as it was checked: %s", (type, text) => {
    const { write } = createWriter([question("asked", type)]);
    expect(write([toRegistrationReply(createRegistration({ asked: text }))])).toContain(
      `,${text.includes(",") ? `"${text}"` : text},`,
    );
  });

  test.each(["number", "phone"])("of the type %s that is no such value is protected", (type) => {
    const { write } = createWriter([question("asked", type)]);
    expect(write([toRegistrationReply(createRegistration({ asked: '=HYPERLINK("x")' }))])).toContain("'=HYPERLINK");
  });

  test.each([
    ["x,=1+1", "x,'=1+1"],
    ["x;=1", '"x;=1"'],
  ])("of a file with semicolons is protected where a comma separates: %j", (text, expected) => {
    const { head, write } = createCsvWriter([question("name")], { language: "en", separator: "semicolon" });
    expect(head).toContain(";name;");
    expect(write([toRegistrationReply(createRegistration({ name: text }))])).toContain(`;${expected};`);
  });

  test.each(['a "b"', "a,b", "a\nb", "a\rb", "a\r\nb"])("with a character of the format is quoted: %j", (text) => {
    expect(write({ name: text })).toContain(`"${text.replaceAll('"', '""')}"`);
  });

  test("of a question that was not answered is empty", () => {
    expect(write({})).toContain("12:00:00.000Z,,,");
  });
});

test("a question with the name of a property that every object has is empty without an answer", () => {
  const { write } = createWriter([question("constructor"), question("toString")]);
  expect(write([toRegistrationReply(createRegistration({}))])).toContain("12:00:00.000Z,,,,");
  const answered = createRegistration({ constructor: "Acme" });
  expect(write([toRegistrationReply(answered)])).toContain("12:00:00.000Z,Acme,,,");
});

test("proofs and files are named", () => {
  const at = new Date();
  const file = { fileId: "fil_1", sha256: "", bytes: 1, mediaType: "application/pdf", uploadedAt: at } as const;
  const row = write(
    {},
    {
      proof: { method: "whatsapp", phone: "+525512345678", at },
      documents: [{ field: "ine", text: "INE", isRequired: true, file }],
    },
  );
  expect(row).toContain(",whatsapp,+525512345678,,ine=fil_1,");
});
