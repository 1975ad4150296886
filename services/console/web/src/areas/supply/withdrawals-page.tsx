import { Link } from "@tanstack/react-router";
import { useRecord, useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { centerFilter, productFilter } from "./supply-parts.js";
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
  const filters = useFilters(filterSpec);
  const types = useRecord("supply", "getWithdrawalTypes", {}).data?.types ?? [];
  return (
    <ListPage
      words={{ ...t.withdraw, title: t.withdraw.listTitle, create: t.withdraw.button, fields: t.fields }}
      tabs={<AreaTabs area="supply" />}
      create={{ scope: "supply:write", Dialog: WithdrawDialog }}
      filters={filters}
      filterFields={[
        centerFilter,
        productFilter,
        { name: "workerId", kind: "text" },
        { name: "withdrawalType", kind: "choice", options: types.map((type) => [type, type]) },
        "days",
      ]}
      list={useRecords("supply", "listWithdrawals", toDates(filters.values))}
      columns={{
        stockId: (withdrawal) => <WithdrawalLink withdrawal={withdrawal} />,
        serviceCenterId: ({ serviceCenterName }) => serviceCenterName,
        workerId: ({ workerId }) => workerId,
        quantity: ({ quantity }) => quantity,
        withdrawalType: ({ withdrawalType }) => withdrawalType,
        when: ({ createdAt }) => <Time value={createdAt} />,
      }}
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
