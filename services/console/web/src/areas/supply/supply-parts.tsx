import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { CopyableId } from "../../components/copy.js";
import { TextFilter } from "../../components/filters.js";
import { RecordFilter } from "../../components/record-filter.js";
import { useSupplyMessages } from "./messages/index.js";
import { type CenterStock, type Movement, useCenter, useCenters, useStock, useStocks } from "./supply.api.js";

/** Pages of choices for one look at a select; more are read on request. */
const choices = 200;

export function SupplyTabs() {
  const { area, tabs } = useSupplyMessages();
  return (
    <AreaTabs
      label={area}
      tabs={[
        ["/supply", tabs.products],
        ["/supply/centers", tabs.centers],
        ["/supply/stock", tabs.stock],
        ["/supply/withdrawals", tabs.withdrawals],
        ["/supply/transfers", tabs.transfers],
        ["/supply/ledger", tabs.ledger],
      ]}
    />
  );
}

/** The name of a center, read when it is shown; the id until then. */
export function CenterLink({ centerId }: { centerId: string }) {
  const { _id: businessId } = useBusiness().business;
  const { data } = useCenter(centerId);
  return (
    <Link to="/b/$businessId/supply/centers/$centerId" params={{ businessId, centerId }}>
      {data?.name ?? centerId}
    </Link>
  );
}

export function ProductLink({ stockId, name }: { stockId: string; name?: string }) {
  const { _id: businessId } = useBusiness().business;
  const { data } = useStock(name === undefined ? stockId : "");
  return (
    <Link to="/b/$businessId/supply/products/$stockId" params={{ businessId, stockId }}>
      {name ?? data?.productName ?? stockId}
    </Link>
  );
}

export function CenterStockLink({ value }: { value: CenterStock }) {
  const { _id: businessId } = useBusiness().business;
  const params = { businessId, centerStockId: value._id };
  return (
    <Link to="/b/$businessId/supply/stock/$centerStockId" params={params}>
      {value.productName}
    </Link>
  );
}

export function LowBadge({ value: { belowAlert, criticality } }: { value: CenterStock }) {
  const t = useSupplyMessages().stock;
  if (!belowAlert) return <Badge kind="good">{t.enough}</Badge>;
  return <Badge kind={criticality === "high" ? "bad" : "warn"}>{t.low}</Badge>;
}

interface IdFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function CenterFilter({ value, onChange }: IdFilterProps) {
  const t = useSupplyMessages().fields;
  const list = useCenters({}, choices);
  return (
    <RecordFilter
      label={t.center}
      list={list}
      getId={({ _id }) => _id}
      getLabel={({ name }) => name}
      value={value}
      onChange={onChange}
    />
  );
}

export function ProductFilter({ value, onChange }: IdFilterProps) {
  const t = useSupplyMessages().fields;
  const list = useStocks({}, choices);
  return (
    <RecordFilter
      label={t.product}
      list={list}
      getId={({ _id }) => _id}
      getLabel={({ productName }) => productName}
      value={value}
      onChange={onChange}
    />
  );
}

interface DayFiltersProps {
  values: { from?: string | undefined; to?: string | undefined };
  onChange: (changes: { from?: string | undefined; to?: string | undefined }) => void;
}

export function DayFilters({ values: { from, to }, onChange }: DayFiltersProps) {
  const t = useSupplyMessages().fields;
  return (
    <>
      <TextFilter label={t.dateFrom} type="date" value={from} onChange={(day) => onChange({ from: day })} />
      <TextFilter label={t.dateTo} type="date" value={to} onChange={(day) => onChange({ to: day })} />
    </>
  );
}

/** A withdrawal has a page of its own; everything else shows its id. */
export function MovementReference({ movement: { reason, ref } }: { movement: Movement }) {
  const t = useSupplyMessages().fields;
  const { _id: businessId } = useBusiness().business;
  if (reason !== "withdrawal") return <CopyableId value={ref} name={t.id} />;
  return (
    <Link to="/b/$businessId/supply/withdrawals/$withdrawalId" params={{ businessId, withdrawalId: ref }}>
      <code>{ref}</code>
    </Link>
  );
}
