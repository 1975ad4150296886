import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AdditionalRedirect,
  additionalRedirectWarnings,
  listDestinations,
  planAdditionalRedirects,
} from "./additional-redirects.rules.js";
import type { Redirect } from "./redirects.rules.js";

const toRedirect = (name: string): Redirect => ({ type: "url", targetId: "", url: `https://${name}.example.com/` });
const main = toRedirect("main");
const field = (value: string, given: object = {}) => ({
  text: value,
  value,
  type: "select",
  placeholder: "S|M|L",
  isRequired: true,
  ...given,
});
const fields = [
  field("size"),
  field("country", { placeholder: "" }),
  field("terms", { type: "checkbox" }),
  field("name", { type: "text" }),
];
const to = (name: string, condition: AdditionalRedirect["condition"] = null) => ({
  redirect: toRedirect(name),
  condition,
});

describe("the destinations of a visitor", () => {
  const answers = fc.dictionary(
    fc.constantFrom("size", "country", "terms", "__proto__", "toString"),
    fc.constantFrom("S", "M", "MX", "yes"),
  );
  const condition = fc.option(
    fc.record({
      field: fc.constantFrom("size", "country", "terms", "toString"),
      isOneOf: fc.array(fc.constantFrom("S", "M", "MX", "yes"), { minLength: 1 }),
    }),
  );
  const additional = fc.array(condition).map((all) => all.map((one, index) => to(`no-${index}`, one)));

  test("are those whose condition is met, in their order, and the main redirect last", () => {
    fc.assert(
      fc.property(additional, answers, (additionalRedirects, given) => {
        const found = listDestinations({ redirect: main, additionalRedirects }, given);
        expect(found.at(-1)).toEqual(main);
        const isMet = ({ condition: one }: AdditionalRedirect) =>
          !one ||
          one.isOneOf.some((answer) =>
            Object.entries(given).some(([name, value]) => name === one.field && value === answer),
          );
        expect(found.slice(0, -1)).toEqual(additionalRedirects.filter(isMet).map(({ redirect }) => redirect));
      }),
    );
  });

  test("are the main redirect alone for a flow without additional ones", () => {
    expect(listDestinations({ redirect: main }, { size: "S" })).toEqual([main]);
  });
});

describe("a condition", () => {
  const plan =
    (name: string, ...isOneOf: string[]) =>
    () =>
      planAdditionalRedirects([to("a", { field: name, isOneOf })], fields, false);

  test.each([
    ["size", "M"],
    ["country", "MX"],
    ["terms", "yes"],
  ])("may ask for an answer of %s", (name, answer) => {
    expect(plan(name, answer, answer)()).toMatchObject([{ condition: { field: name, isOneOf: [answer] } }]);
  });

  test.each([
    ["an unknown question", "shoe", "M", "additionalRedirects[0].condition.field: the flow has no question"],
    ["a question without choices", "name", "Ana", "has no choices"],
    [
      "an answer that is no choice",
      "size",
      "XL",
      'additionalRedirects[0].condition.isOneOf: "XL" is no answer to "size"',
    ],
    ["a country that does not exist", "country", "XX", '"XX" is no answer'],
  ])("for %s is refused", (_what, name, answer, detail) => {
    expect(plan(name, answer)).toThrow(detail);
  });
});

test("there are warnings for a condition that no answer can meet any more, and for redirects that are never reached because of their order", () => {
  const additionalRedirects = [
    to("a", { field: "gone", isOneOf: ["M"] }),
    to("b"),
    to("c", { field: "size", isOneOf: ["S"] }),
  ];
  expect(additionalRedirectWarnings({ additionalRedirects, registrationFields: fields })).toEqual([
    {
      code: "additional_redirect_never_used",
      params: { place: 1, question: "gone" },
      detail: expect.stringContaining('Additional redirect 1 is never used: its condition asks for "gone"'),
    },
    expect.objectContaining({ code: "additional_redirect_hides_others", params: { place: 2 } }),
  ]);
  expect(additionalRedirectWarnings({ registrationFields: fields })).toEqual([]);
});
