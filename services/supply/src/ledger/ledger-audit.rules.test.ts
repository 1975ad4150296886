import { expect, test } from "vitest";
import { type AuditedCenterStock, findLedgerProblems } from "./ledger-audit.js";

const consistent: AuditedCenterStock = {
  _id: "cst_1",
  businessId: "biz_1",
  currentStock: 6,
  movements: 2,
  rows: 2,
  sum: 6,
  last: 6,
  breaks: 0,
  wrongAlert: false,
};

test("a consistent ledger has no problems", () => {
  expect(findLedgerProblems(consistent)).toEqual([]);
});

test.each([
  { given: { currentStock: 5 }, says: "the movements add up to 6, the center holds 5" },
  { given: { last: 7 }, says: "the last movement says 7, the center holds 6" },
  { given: { rows: 1 }, says: "2 movements were counted, 1 are there" },
  { given: { breaks: 1 }, says: "1 movements do not follow from the ones before them" },
  {
    given: { wrongAlert: true },
    says: "belowAlert, rank or fill does not follow from currentStock, minStockAlert and criticality",
  },
])("$says", ({ given, says }) => {
  expect(findLedgerProblems({ ...consistent, ...given })).toContain(says);
});
