import { Link } from "@tanstack/react-router";
import { type Input, useRecords } from "../../api/public-api.js";
import type { Columns } from "../../components/table.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, CenterStockLink, LowBadge } from "./supply-parts.js";
import type { CenterStock } from "./supply.api.js";

/**
 * What centers hold, with its columns.
 * @param shows on the page of a product only centers differ, and the reverse
 */
export function useCenterStockList(filters: Input<"supply", "listCenterStocks">, shows: "both" | "center" | "product") {
  const t = useMessages("supply");
  const columns = {
    stockId: shows !== "center" && ((value) => <CenterStockLink value={value} />),
    serviceCenterId:
      shows !== "product" &&
      (({ serviceCenterId, serviceCenterName }) => <CenterLink centerId={serviceCenterId} name={serviceCenterName} />),
    currentStock: ({ currentStock }) => currentStock,
    minStockAlert: ({ minStockAlert }) => minStockAlert,
    state: (value) => <LowBadge value={value} />,
    criticality: ({ criticality }) => t.stock.criticalities[criticality],
    stock: shows === "center" && ((value) => <OpenLink value={value} />),
  } satisfies Columns<CenterStock>;
  return { list: useRecords("supply", "listCenterStocks", filters), columns };
}

function OpenLink({ value: { _id: centerStockId } }: { value: CenterStock }) {
  const t = useMessages("supply");
  return (
    <Link from="/b/$businessId" to="/b/$businessId/supply/stock/$centerStockId" params={{ centerStockId }}>
      {t.transfer.openStock}
    </Link>
  );
}
