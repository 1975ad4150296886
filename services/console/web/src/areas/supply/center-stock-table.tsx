import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CenterLink, CenterStockLink, LowBadge } from "./supply-parts.js";
import { type CenterStock, useCenterStocks } from "./supply.api.js";

interface CenterStockTableProps {
  filters: Parameters<typeof useCenterStocks>[0];
  /** On the page of a product only centers differ, and the reverse. */
  shows: "both" | "center" | "product";
  empty: ReactNode;
}

export function CenterStockTable({ filters, shows, empty }: CenterStockTableProps) {
  const t = useMessages("supply");
  const format = useFormat();
  const list = useCenterStocks(filters);
  return (
    <DataTable
      caption={t.stock.caption}
      columns={getColumns(t, format, shows)}
      list={list}
      getId={({ _id }) => _id}
      empty={empty}
    />
  );
}

function getColumns(
  t: Messages["supply"],
  format: Format,
  shows: CenterStockTableProps["shows"],
): Column<CenterStock>[] {
  const center: Column<CenterStock> = {
    header: t.fields.center,
    cell: ({ serviceCenterId, serviceCenterName }) => (
      <CenterLink centerId={serviceCenterId} name={serviceCenterName} />
    ),
  };
  const opened: Column<CenterStock> = { header: t.fields.product, cell: (value) => <CenterStockLink value={value} /> };
  return [
    ...(shows === "center" ? [center] : shows === "product" ? [opened] : [opened, center]),
    { header: t.fields.current, align: "end", cell: ({ currentStock }) => format.number(currentStock) },
    { header: t.fields.alert, align: "end", cell: ({ minStockAlert }) => format.number(minStockAlert) },
    { header: t.fields.state, cell: (value) => <LowBadge value={value} /> },
    { header: t.fields.criticality, cell: ({ criticality }) => t.stock.criticalities[criticality] },
    ...(shows === "center"
      ? [{ header: t.stock.title, cell: (value: CenterStock) => <OpenLink value={value} /> }]
      : []),
  ];
}

function OpenLink({ value: { _id: centerStockId } }: { value: CenterStock }) {
  const t = useMessages("supply");
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/supply/stock/$centerStockId" params={{ businessId, centerStockId }}>
      {t.transfer.openStock}
    </Link>
  );
}
