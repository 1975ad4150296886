import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecords } from "../../api/public-api.js";
import { useSession } from "../../api/session.js";
import { Badge } from "../../components/badge.js";
import type { Columns } from "../../components/table.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { SelectFilter, useFilters } from "../../components/filters.js";
import { Check } from "../../components/forms/form.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { Asks, StatusBadge, useMeasure, useWhat } from "./approval-parts.js";
import { type ListedApproval, waitingMs } from "./approvals.api.js";
import { isChoosable } from "./approvals.rules.js";
import "./approvals.css";

const statuses = ["pending", "approved", "executed", "failed", "rejected", "expired", "withdrawn"] as const;
/** Without a filter the page shows what waits. */
const filterSpec = { status: [...statuses, "all"] } as const;

const ApproveManyDialog = lazyDialog(async () => (await import("./approve-many-dialog.js")).ApproveManyDialog);
const NoticesButton = lazyDialog(async () => (await import("./notices-button.js")).NoticesButton);

/** What agents want to do: what waits first, several at once. */
export default function ApprovalsPage() {
  const t = useMessages("approvals");
  const format = useFormat();
  const { can } = useBusiness();
  const filters = useFilters(filterSpec);
  const { status = "pending" } = filters.values;
  const list = useRecords("console", "listOwnApprovals", status === "all" ? {} : { status }, {
    refetchMs: () => waitingMs,
  });
  const { choosable, chosen, choose } = useChoice(list.data ?? []);
  // As they were when the button was pressed. Here and not beside the button, which goes when nothing is left to choose.
  const [asked, setAsked] = useState<readonly ListedApproval[]>();
  const columns = useColumns(status, choosable.length > 0 ? { chosen, choose } : undefined);
  return (
    <ListPage
      words={{ ...t, fields: t.columns }}
      actions={
        can("approvals:decide") && (
          <>
            <NoticesButton />
            {choosable.length > 0 && (
              <button type="button" className="primary" disabled={chosen.length === 0} onClick={() => setAsked(chosen)}>
                {chosen.length === 0 ? t.many.confirm : format.counted(chosen.length, t.approveMany)}
              </button>
            )}
          </>
        )
      }
      emptyAction={<RulesLink />}
      filters={filters}
      filterFields={[
        <SelectFilter
          key="status"
          label={t.statusFilter}
          value={status === "all" ? undefined : status}
          options={t.statuses}
          onChange={(next) => filters.set({ status: next === "pending" ? undefined : (next ?? "all") })}
        />,
      ]}
      list={list}
      columns={columns}
    >
      {choosable.length > 1 && (
        <Check
          label={t.chooseAll}
          checked={chosen.length === choosable.length}
          onChange={(isChosen) => choose(choosable, isChosen)}
        />
      )}
      {asked && <ApproveManyDialog approvals={asked} onClose={() => setAsked(undefined)} />}
    </ListPage>
  );
}

interface Choice {
  chosen: readonly ListedApproval[];
  choose: (approvals: readonly ListedApproval[], isChosen: boolean) => void;
}

/** Which rows this person may approve together, and which of them are ticked. What has ended meanwhile is ticked no more. */
function useChoice(items: readonly ListedApproval[]): Choice & { choosable: readonly ListedApproval[] } {
  const { can } = useBusiness();
  const { person } = useSession();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const approver = { personId: person._id };
  const choosable = can("approvals:decide") ? items.filter((one) => isChoosable(one, approver)) : [];
  return {
    choosable,
    chosen: choosable.filter(({ _id }) => ids.has(_id)),
    choose: (approvals, isChosen) => {
      const changed = new Set(approvals.map(({ _id }) => _id));
      const others = [...ids].filter((id) => !changed.has(id));
      setIds(new Set(isChosen ? [...others, ...changed] : others));
    },
  };
}

function useColumns(status: string, choice: Choice | undefined) {
  const t = useMessages("approvals");
  const describe = useMeasure();
  const isPending = status === "pending";
  const end = (one: ListedApproval) =>
    one.status === "pending" ? <Time value={one.expiresAt} mayBeAhead /> : <Time value={one.endedAt} />;
  return {
    choose: choice !== undefined && ((one) => <Tick approval={one} {...choice} />),
    what: (one) => <What approval={one} />,
    who: ({ askedBy }) => <Asks by={askedBy} />,
    number: { align: "end", cell: ({ measure }) => <span className="whole">{describe(measure)}</span> },
    state: !isPending && ((one) => <StatusBadge status={one.status} />),
    needs: ({ needs, decisions }) => (
      <>
        {t.needs[needs]}
        {needs === "two" && decisions.length === 1 && <p className="note">{t.firstOfTwo}</p>}
      </>
    ),
    lapses: isPending && end,
    ends: !isPending && end,
  } satisfies Columns<ListedApproval>;
}

function Tick({ approval, chosen, choose }: Choice & { approval: ListedApproval }) {
  const t = useMessages("approvals");
  const describe = useWhat();
  const { person } = useSession();
  if (!isChoosable(approval, { personId: person._id })) return null;
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label={t.chooseOne(describe(approval))}
      checked={chosen.some(({ _id }) => _id === approval._id)}
      onChange={({ target }) => choose([approval], target.checked)}
    />
  );
}

function What({ approval }: { approval: ListedApproval }) {
  const t = useMessages("approvals");
  const describe = useWhat();
  return (
    <>
      <Link from="/b/$businessId" to="/b/$businessId/approvals/$approvalId" params={{ approvalId: approval._id }}>
        <bdi>{describe(approval)}</bdi>
      </Link>{" "}
      {approval.irreversible && <Badge kind="warn">{t.irreversible}</Badge>}
    </>
  );
}

function RulesLink() {
  const t = useMessages("approvals");
  const { can } = useBusiness();
  if (!can("policies:read")) return null;
  return (
    <Link from="/b/$businessId" to="/b/$businessId/settings/approval-rules">
      {t.toRules}
    </Link>
  );
}
