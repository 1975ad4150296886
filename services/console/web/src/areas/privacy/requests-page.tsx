import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { Actor } from "../../components/actor.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type PersonRequest, useRequests } from "./privacy.api.js";
import { sumRecords } from "./privacy.rules.js";
import { RequestLink, StateBadge } from "./request-parts.js";

/** Settings → Personal data: the requests about persons, the newest first. */
export default function RequestsPage() {
  const t = useMessages("privacy");
  const format = useFormat();
  const { _id: businessId } = useBusiness().business;
  const create = (
    <Link className="button primary" to="/b/$businessId/settings/personal-data/new" params={{ businessId }}>
      {t.create}
    </Link>
  );
  const columns: Column<PersonRequest>[] = [
    { header: t.columns.request, cell: (request) => <RequestLink request={request} /> },
    { header: t.columns.state, cell: (request) => <StateBadge request={request} /> },
    { header: t.columns.requested, cell: ({ requestedAt }) => <Time value={requestedAt} /> },
    { header: t.columns.by, cell: ({ requestedBy }) => <Actor id={requestedBy} /> },
    { header: t.columns.records, cell: ({ records }) => format.number(sumRecords(records)), align: "end" },
  ];
  const empty = (
    <EmptyState title={t.emptyTitle} action={create}>
      {t.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={create}>
      <DataTable caption={t.caption} columns={columns} list={useRequests()} getId={({ _id }) => _id} empty={empty} />
    </Page>
  );
}
