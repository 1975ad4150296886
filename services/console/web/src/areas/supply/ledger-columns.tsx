import type { Column } from "../../components/data-table.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import type { Messages } from "../../i18n/messages.js";
import { CenterLink, MovementReference, ProductLink } from "./supply-parts.js";
import type { Movement } from "./supply.api.js";
import { formatDelta } from "./supply.rules.js";

/** @param isOfOne whether the rows are of one center stock, so that product and center need no columns */
export function getLedgerColumns(t: Messages["supply"], format: Format, isOfOne: boolean): Column<Movement>[] {
  const { fields, reasons } = t;
  const places: Column<Movement>[] = [
    { header: fields.product, cell: ({ stockId }) => <ProductLink stockId={stockId} /> },
    { header: fields.center, cell: ({ serviceCenterId }) => <CenterLink centerId={serviceCenterId} /> },
  ];
  return [
    { header: fields.when, cell: ({ at }) => <Time value={at} /> },
    ...(isOfOne ? [] : places),
    { header: fields.reason, cell: ({ reason }) => reasons[reason] },
    { header: fields.change, align: "end", cell: ({ delta }) => formatDelta(delta, format.number) },
    { header: fields.after, align: "end", cell: ({ quantityAfter }) => format.number(quantityAfter) },
    { header: fields.belongsTo, cell: (movement) => <MovementReference movement={movement} /> },
    { header: fields.note, cell: ({ note }) => note },
  ];
}
