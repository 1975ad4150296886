import { describe, expect, test } from "vitest";
import { parseChoices, fieldWarnings, getFieldKind, planFields } from "./fields.rules.js";

const fieldRequest = (given: object = {}) => ({
  text: "X",
  value: "x",
  type: "text",
  placeholder: "",
  isRequired: false,
  ...given,
});

describe("the fields of a flow", () => {
  test("are first name, last name and country when none are given", () => {
    expect(planFields([]).map(({ text, value, isRequired }) => [text, value, isRequired])).toEqual([
      ["First Name", "first_name", true],
      ["Last Name", "last_name", true],
      ["Country", "country", true],
    ]);
  });

  test.each([
    ["First Name", "first_name"],
    ["¿Cuál es tu correo?", "cual_es_tu_correo"],
    ["2nd Address", "nd_address"],
  ])("%s gets the identifier %s when it has none", (text, value) => {
    expect(planFields([fieldRequest({ text, value: "" })])[0]?.value).toBe(value);
  });

  test.each([
    [{ type: "email" }, "email"],
    [{ type: "tel" }, "phone"],
    [{ type: "select", placeholder: "S|M|L" }, "select"],
    [{ type: "select", value: "country" }, "country"],
    [{ type: "select", value: "city", placeholder: "Choose a city" }, "text"],
    [{ type: "signature" }, "text"],
    [{ type: "constructor" }, "text"],
  ])("%o becomes a %s control", (given, kind) => expect(getFieldKind(fieldRequest(given))).toBe(kind));

  test("choices are trimmed, and repeated ones are dropped", () => {
    expect(parseChoices(fieldRequest({ type: "select", placeholder: " S | M ||M|L " }))).toEqual(["S", "M", "L"]);
  });

  test("a field whose type is unknown, or a select without choices, gives a warning", () => {
    expect(
      fieldWarnings([
        fieldRequest({ type: "signature" }),
        fieldRequest({ type: "select" }),
        fieldRequest({ type: "email" }),
      ]),
    ).toHaveLength(2);
  });
});
