import { Link } from "@tanstack/react-router";
import { useRecord, useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toCenterFilter, toProductFilter } from "./supply-parts.js";
import type { Withdrawal } from "./supply.api.js";
import { WithdrawDialog } from "./withdraw-dialog.js";

const filterSpec = {
  serviceCenterId: "text",
  stockId: "text",
  workerId: "text",
  withdrawalType: "text",
  from: "text",
  to: "text",
} as const;

export default function WithdrawalsPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  const types = useRecord("supply", "getWithdrawalTypes", {}).data?.types ?? [];
  return (
    <ListPage
      words={{ ...t.withdraw, title: t.withdraw.listTitle, create: t.withdraw.button }}
      tabs={<AreaTabs area="supply" />}
      create={{ scope: "supply:write", Dialog: WithdrawDialog }}
      filters={filters}
      filterFields={[
        toCenterFilter(t),
        toProductFilter(t),
        { name: "workerId", kind: "text", label: t.fields.worker },
        { name: "withdrawalType", kind: "choice", label: t.fields.type, options: types.map((type) => [type, type]) },
        "days",
      ]}
      list={useRecords("supply", "listWithdrawals", toDates(filters.values))}
      columns={[
        { header: t.fields.product, cell: (withdrawal) => <WithdrawalLink withdrawal={withdrawal} /> },
        { header: t.fields.center, cell: ({ serviceCenterName }) => serviceCenterName },
        { header: t.fields.worker, cell: ({ workerId }) => workerId },
        { header: t.fields.quantity, align: "end", cell: ({ quantity }) => format.number(quantity) },
        { header: t.fields.type, cell: ({ withdrawalType }) => withdrawalType },
        { header: t.fields.when, cell: ({ createdAt }) => <Time value={createdAt} /> },
      ]}
    />
  );
}

function WithdrawalLink({ withdrawal: { _id: withdrawalId, productName } }: { withdrawal: Withdrawal }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/supply/withdrawals/$withdrawalId" params={{ withdrawalId }}>
      {productName}
    </Link>
  );
}
