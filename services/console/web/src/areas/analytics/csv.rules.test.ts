import { expect, test } from "vitest";
import { writeCsv } from "./csv.rules.js";

const table = {
  heads: ["Día", "Producto"],
  metrics: [
    { name: "units", head: "Unidades", previousHead: "Unidades (antes)" },
    { name: "rate", head: "Canjeados, %" },
  ],
  remarkHead: "Nota",
  rows: [
    {
      names: ["2026-11-01", '=HYPERLINK("x")'],
      metrics: { units: -3, rate: 36.36 },
      previous: { units: 4 },
      remark: "incompleto",
    },
    { names: ["Total", ""], metrics: { units: 1200 }, remark: "" },
  ],
};

test("a file has what the table shows; a name is never a formula, and a number stays one", () => {
  expect(writeCsv(table, "comma")).toBe(
    [
      '\uFEFFDía,Producto,Unidades,Unidades (antes),"Canjeados, %",Nota',
      `2026-11-01,"'=HYPERLINK(""x"")",-3,4,36.36,incompleto`,
      "Total,,1200,,,",
      "",
    ].join("\r\n"),
  );
});

test("in a country with a decimal comma it has semicolons, and its numbers a comma", () => {
  expect(writeCsv(table, "semicolon")).toContain(`2026-11-01;"'=HYPERLINK(""x"")";-3;4;36,36;incompleto\r\n`);
});
