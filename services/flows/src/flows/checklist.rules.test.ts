import fc from "fast-check";
import { expect, test } from "vitest";
import { buildChecklist, listOpenPoints, type SetUp } from "./checklist.rules.js";
import type { Flow } from "./flows.rules.js";
import type { DocumentKind, PageDocument } from "../documents/documents.rules.js";
import type { FlowTargets } from "../redirects/redirects.rules.js";

const status = fc.constantFrom("active", "inactive", "missing", "unknown");
const toTarget = (given: string) => ({ status: given, url: "" }) as FlowTargets["main"];

const flow = fc
  .record({
    isActive: fc.boolean(),
    isBankProviderRequired: fc.boolean(),
    authType: fc.constantFrom("whatsapp", "identity_provider", "both"),
    type: fc.constantFrom("url", "roulette", "course"),
    fields: fc.array(fc.constantFrom("text", "select", "odd"), { maxLength: 3 }),
    kinds: fc.uniqueArray(fc.constantFrom<DocumentKind>("terms", "privacy", "permit")),
    additional: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ type, fields, kinds, additional, ...given }) => {
    const redirect = { type, targetId: "", url: "" };
    const settings = {
      ...given,
      redirect,
      additionalRedirects: Array.from({ length: additional }, () => ({ redirect, condition: null })),
      registrationFields: fields.map((kind, index) => ({
        text: `Question ${index}`,
        value: `q${index}`,
        type: kind,
        placeholder: "",
        isRequired: true,
      })),
      documents: kinds.map((kind) => ({ kind }) as PageDocument),
    };
    return settings as unknown as Flow;
  });
const targets = fc
  .record({ main: status, additional: fc.tuple(status, status) })
  .map(({ main, additional }): FlowTargets => ({ main: toTarget(main), additional: additional.map(toTarget) }));
const setUp = fc.record({
  isBankOn: fc.boolean(),
  providers: fc.constant(null),
  nearlyUsed: fc.constantFrom<SetUp["nearlyUsed"]>([], ["registrations"]),
});

test("what the checklist shows as missing or as a warning is an open point, and nothing is that it shows as done or not used", () => {
  fc.assert(
    fc.property(flow, targets, setUp, (given, found, of) => {
      const steps = buildChecklist(given, found, of);
      const points = listOpenPoints(given, found, of).map(({ detail }) => detail);
      const details = (...states: string[]) =>
        steps.filter(({ state }) => states.includes(state)).map(({ detail }) => detail);
      const open = details("missing", "warning");
      expect(points.filter((point) => open.includes(point))).toEqual(open);
      expect(points.filter((point) => details("done", "optional").includes(point))).toEqual([]);
    }),
  );
});

test("an open point is listed once for every question, where the checklist shows the first", () => {
  const registrationFields = ["Size", "Color"].map((text) => ({
    text,
    value: text,
    type: "select",
    placeholder: "",
    isRequired: false,
  }));
  const redirect = { type: "url", targetId: "", url: "https://example.com/" };
  const given = { isActive: true, authType: "whatsapp", registrationFields, redirect } as unknown as Flow;
  const found = { main: toTarget("active"), additional: [] };
  const of: SetUp = { isBankOn: false, providers: null, nearlyUsed: [] };
  const named = (list: readonly { detail: string }[]) =>
    list.flatMap(({ detail }) => /^"(\w+)"/.exec(detail)?.[1] ?? []);
  expect(named(listOpenPoints(given, found, of))).toEqual(["Size", "Color"]);
  expect(named(buildChecklist(given, found, of))).toEqual(["Size"]);
});
