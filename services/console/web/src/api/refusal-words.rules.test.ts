import { TenantOpsError } from "@tenant-ops/client/session";
import { errorTable, inputRules } from "@tenant-ops/kit/errors";
import { webhookEvents } from "@tenant-ops/proto/events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { en as enWebhooks } from "../areas/webhooks/messages/en.js";
import { es as esWebhooks } from "../areas/webhooks/messages/es.js";
import { pt as ptWebhooks } from "../areas/webhooks/messages/pt.js";
import { en } from "./messages/en.js";
import { es } from "./messages/es.js";
import { pt } from "./messages/pt.js";
import { describeRefusal, findFieldErrors, type RefusalWords } from "./refusal-words.js";

const all: readonly (readonly [string, RefusalWords])[] = [
  ["es", es],
  ["en", en],
  ["pt", pt],
];

/** Every code and rule with the values that services send with it. */
const problems = [
  ...Object.entries(errorTable).map(([rule, { values = [] }]) => ({ rule, names: values })),
  ...Object.entries(inputRules).map(([rule, names]) => ({ rule, names: names as readonly string[] })),
].map(({ rule, names }) => ({ rule, values: Object.fromEntries(names.map((name) => [name, 1234])) }));

const refuse = (code: string, ...found: TenantOpsError["problems"]) =>
  new TenantOpsError({ code, detail: "A sentence of the service.", problems: found });

describe.each(all)("in %s", (language, words) => {
  test("every code and every rule has a sentence of its own, with its values", () => {
    const written = problems.map(({ rule, values }) => [
      rule,
      ...describeRefusal(refuse("internal_server_error", { rule, values }), words, language),
    ]);
    const isSentence = (text = "") => /^[\p{L}\d].*[.!]$/u.test(text) && !text.includes("undefined");
    expect(written.filter(([, text, ...more]) => !isSentence(text) || more.length > 0)).toEqual([]);
    const values = problems.filter((problem) => Object.keys(problem.values).length > 0).map(({ rule }) => rule);
    expect(written.filter(([rule, text]) => values.includes(rule) && !/1\D?234/.test(text))).toEqual([]);
  });

  test("the sentence of the service is never shown", () => {
    for (const code of [...Object.keys(errorTable), "a_code_of_tomorrow"])
      expect(describeRefusal(refuse(code), words, language)).not.toContain("A sentence of the service.");
  });
});

test("a refusal of several fields says each thing once, and names the first at each field", () => {
  const error = refuse(
    "invalid_argument",
    { rule: "slug", field: "slug" },
    { rule: "too_long", field: "scopes[0]", values: { max: 2000 } },
    { rule: "required", field: "name" },
    { rule: "required", field: "gifts[2].value" },
    { rule: "a_rule_of_tomorrow", field: "other" },
  );
  expect(describeRefusal(error, es, "es")).toEqual([
    "Usa minúsculas sin acentos, números y guiones sencillos, como promo-verano.",
    "Demasiado largo. Largo máximo: 2000.",
    "Completa este campo.",
  ]);
  expect(findFieldErrors(error, es, "es")).toMatchObject({
    scopes: "Demasiado largo. Largo máximo: 2000.",
    name: "Completa este campo.",
    gifts: "Completa este campo.",
  });
  expect(describeRefusal(refuse("invalid_argument", { rule: "a_rule_of_tomorrow" }), es, "es")).toEqual([
    es.codes.invalid_argument,
  ]);
});

test.each([
  ["en", enWebhooks],
  ["es", esWebhooks],
  ["pt", ptWebhooks],
])("every type of event is described in %s", (_language, { eventTypes }) => {
  expect(Object.keys(eventTypes.descriptions).toSorted()).toEqual(webhookEvents.map(({ type }) => type).toSorted());
});

test("only the details of an error show what a service says in English", () => {
  const sources = join(import.meta.dirname, "..");
  const readers = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .filter((name) =>
      /\b(known|error|send|\w*Error)\??\.(detail|message)\b/.test(readFileSync(join(sources, name), "utf8")),
    );
  expect(readers.toSorted()).toEqual([
    "app/error-page.tsx",
    "areas/visitor-sign-in/whatsapp-section.tsx",
    "components/error-notice.tsx",
  ]);
});

test("the pages of visitors and for signing in show nothing that a service says about an error", () => {
  const services = join(import.meta.dirname, "../../../..");
  const isPage = (name: string) => /^\w+\/src\/.*(\.html|\.pages|\/page\.\w+|\/page\.\w+\.html)\.ts$/.test(name);
  const pages = readdirSync(services, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.includes("node_modules") && isPage(name))
    .map((name) => [name, readFileSync(join(services, name), "utf8")] as const);
  expect(pages.length).toBeGreaterThan(20);
  expect(
    pages.filter(([, text]) => /\.detail\b|\b(error|refusal)\.message\b/.test(text)).map(([name]) => name),
  ).toEqual([]);
});
