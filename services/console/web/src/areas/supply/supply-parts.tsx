import { Link } from "@tanstack/react-router";
import { centerSource, productSource } from "../../api/record-sources.js";
import { Badge } from "../../components/badge.js";
import type { Columns } from "../../components/table.js";
import { RecordFilter } from "../../components/forms/record-choice.js";
import type { FilterField } from "../../components/list-page.js";
import { RecordName } from "../../components/record-name.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useMessages } from "../../i18n/messages.js";
import type { CenterStock, Movement } from "./supply.api.js";
import { formatDelta } from "./supply.rules.js";

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

// Filters that several lists have.

export const centerFilter = {
  name: "serviceCenterId",
  kind: "record",
  source: centerSource,
  Filter: RecordFilter,
} satisfies FilterField<"serviceCenterId">;

export const productFilter = {
  name: "stockId",
  kind: "record",
  source: productSource,
  Filter: RecordFilter,
} satisfies FilterField<"stockId">;

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
export function getLedgerColumns(format: Format, isOfOne: boolean) {
  return {
    when: ({ at }) => <Time value={at} />,
    stockId: !isOfOne && (({ stockId }) => <ProductLink stockId={stockId} />),
    serviceCenterId: !isOfOne && (({ serviceCenterId }) => <CenterLink centerId={serviceCenterId} />),
    reason: (movement) => <MovementReason movement={movement} />,
    change: { align: "end", cell: ({ delta }) => formatDelta(delta, format.number) },
    after: ({ quantityAfter }) => quantityAfter,
    note: ({ note }) => note,
  } satisfies Columns<Movement>;
}
