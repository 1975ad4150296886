import { describe, expect, test } from "vitest";
import { choicesOf, fieldWarnings, kindOf, planFields } from "./fields.rules.js";

const aField = (given: object = {}) => ({
  text: "X",
  value: "x",
  type: "text",
  placeholder: "",
  isRequired: false,
  ...given,
});

describe("the fields of a page", () => {
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
    expect(planFields([aField({ text, value: "" })])[0]?.value).toBe(value);
  });

  test.each([
    [{ type: "email" }, "email"],
    [{ type: "tel" }, "phone"],
    [{ type: "select", placeholder: "S|M|L" }, "select"],
    [{ type: "select", value: "country" }, "country"],
    [{ type: "select", value: "city", placeholder: "Choose a city" }, "text"],
    [{ type: "signature" }, "text"],
    [{ type: "constructor" }, "text"],
  ])("%o is asked as %s", (given, kind) => expect(kindOf(aField(given))).toBe(kind));

  test("choices are tidied, and each is there once", () => {
    expect(choicesOf(aField({ type: "select", placeholder: " S | M ||M|L " }))).toEqual(["S", "M", "L"]);
  });

  test("what will not look as somebody may expect is said beforehand", () => {
    expect(
      fieldWarnings([aField({ type: "signature" }), aField({ type: "select" }), aField({ type: "email" })]),
    ).toHaveLength(2);
  });
});
