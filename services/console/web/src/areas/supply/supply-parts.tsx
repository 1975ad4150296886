import { Link } from "@tanstack/react-router";
import { centerSource, productSource } from "../../api/record-sources.js";
import { Badge } from "../../components/badge.js";
import type { Column } from "../../components/data-table.js";
import type { SharedEntry } from "../../components/forms/fields.rules.js";
import { RecordFilter } from "../../components/forms/record-choice.js";
import type { FilterField } from "../../components/list-page.js";
import { RecordName } from "../../components/record-name.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import type { CenterStock, Movement } from "./supply.api.js";
import { criticalities, formatDelta, movementReasons } from "./supply.rules.js";

/** The name of a center, read when it is shown. */
export function CenterLink({ centerId, name }: { centerId: string; name?: string }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/supply/centers/$centerId" params={{ centerId }}>
      {name ?? <RecordName source={centerSource} id={centerId} />}
    </Link>
  );
}

export function ProductLink({ stockId, name }: { stockId: string; name?: string }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/supply/products/$stockId" params={{ stockId }}>
      {name ?? <RecordName source={productSource} id={stockId} />}
    </Link>
  );
}

export function CenterStockLink({ value }: { value: CenterStock }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/supply/stock/$centerStockId" params={{ centerStockId: value._id }}>
      {value.productName}
    </Link>
  );
}

export function LowBadge({ value: { belowAlert, criticality } }: { value: CenterStock }) {
  const t = useMessages("supply").stock;
  if (!belowAlert) return <Badge kind="good">{t.enough}</Badge>;
  return <Badge kind={criticality === "high" ? "bad" : "warn"}>{t.low}</Badge>;
}

/** How urgent a low stock is. */
export const toCriticalityField = ({ fields, stock }: Messages["supply"]): SharedEntry<"criticality"> => ({
  name: "criticality",
  kind: "choice",
  label: fields.criticality,
  options: criticalities.map((name) => [name, stock.criticalities[name]]),
  first: "medium",
});

// Filters that several lists have.

export const toCenterFilter = ({ fields }: Messages["supply"]): FilterField<"serviceCenterId"> => ({
  name: "serviceCenterId",
  kind: "record",
  label: fields.center,
  source: centerSource,
  Filter: RecordFilter,
});

export const toProductFilter = ({ fields }: Messages["supply"]): FilterField<"stockId"> => ({
  name: "stockId",
  kind: "record",
  label: fields.product,
  source: productSource,
  Filter: RecordFilter,
});

export const toReasonFilter = ({ fields, reasons }: Messages["supply"]): FilterField<"reason"> => ({
  name: "reason",
  kind: "choice",
  label: fields.reason,
  options: movementReasons.map((name) => [name, reasons[name]]),
});

/** Why a quantity has changed; a withdrawal has a page of its own. */
function MovementReason({ movement: { reason, ref } }: { movement: Movement }) {
  const { reasons } = useMessages("supply");
  if (reason !== "withdrawal") return reasons[reason];
  return (
    <Link from="/b/$businessId" to="/b/$businessId/supply/withdrawals/$withdrawalId" params={{ withdrawalId: ref }}>
      {reasons[reason]}
    </Link>
  );
}

/** @param isOfOne whether the rows are of one center stock, so that product and center need no columns */
export function getLedgerColumns(t: Messages["supply"], format: Format, isOfOne: boolean): Column<Movement>[] {
  const { fields } = t;
  const places: Column<Movement>[] = [
    { header: fields.product, cell: ({ stockId }) => <ProductLink stockId={stockId} /> },
    { header: fields.center, cell: ({ serviceCenterId }) => <CenterLink centerId={serviceCenterId} /> },
  ];
  return [
    { header: fields.when, cell: ({ at }) => <Time value={at} /> },
    ...(isOfOne ? [] : places),
    { header: fields.reason, cell: (movement) => <MovementReason movement={movement} /> },
    { header: fields.change, align: "end", cell: ({ delta }) => formatDelta(delta, format.number) },
    { header: fields.after, align: "end", cell: ({ quantityAfter }) => format.number(quantityAfter) },
    { header: fields.note, cell: ({ note }) => note },
  ];
}
