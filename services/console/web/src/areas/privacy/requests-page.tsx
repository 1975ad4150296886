import { Link } from "@tanstack/react-router";
import { Actor } from "../../components/actor.js";
import type { Column } from "../../components/data-table.js";
import { ListPage } from "../../components/list-page.js";
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
  const create = (
    <Link className="button primary" from="/b/$businessId" to="/b/$businessId/settings/personal-data/new">
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
  return <ListPage words={t} actions={create} list={useRequests()} columns={columns} />;
}
