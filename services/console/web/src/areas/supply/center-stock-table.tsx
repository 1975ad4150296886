import { Link } from "@tanstack/react-router";
import { type Input, useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, CenterStockLink, LowBadge } from "./supply-parts.js";
import type { CenterStock } from "./supply.api.js";

/**
 * What centers hold, with its columns.
 * @param shows on the page of a product only centers differ, and the reverse
 */
export function useCenterStockList(filters: Input<"supply", "listCenterStocks">, shows: "both" | "center" | "product") {
  const t = useMessages("supply");
  const format = useFormat();
  const center: Column<CenterStock> = {
    header: t.fields.center,
    cell: ({ serviceCenterId, serviceCenterName }) => (
      <CenterLink centerId={serviceCenterId} name={serviceCenterName} />
    ),
  };
  const product: Column<CenterStock> = { header: t.fields.product, cell: (value) => <CenterStockLink value={value} /> };
  const opened: Column<CenterStock> = { header: t.stock.title, cell: (value) => <OpenLink value={value} /> };
  const columns: Column<CenterStock>[] = [
    ...(shows === "center" ? [center] : shows === "product" ? [product] : [product, center]),
    { header: t.fields.current, align: "end", cell: ({ currentStock }) => format.number(currentStock) },
    { header: t.fields.alert, align: "end", cell: ({ minStockAlert }) => format.number(minStockAlert) },
    { header: t.fields.state, cell: (value) => <LowBadge value={value} /> },
    { header: t.fields.criticality, cell: ({ criticality }) => t.stock.criticalities[criticality] },
    ...(shows === "center" ? [opened] : []),
  ];
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
