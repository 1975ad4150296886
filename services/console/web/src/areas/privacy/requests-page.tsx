import { Link } from "@tanstack/react-router";
import { Actor } from "../../components/actor.js";
import type { Columns } from "../../components/table.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { type PersonRequest, useRequests } from "./privacy.api.js";
import { sumRecords } from "./privacy.rules.js";
import { RequestLink, StateBadge } from "./request-parts.js";

/** Settings → Personal data: the requests about persons, the newest first. */
export default function RequestsPage() {
  const t = useMessages("privacy");
  const create = (
    <Link className="button primary" from="/b/$businessId" to="/b/$businessId/settings/personal-data/new">
      {t.create}
    </Link>
  );
  const columns = {
    request: (request) => <RequestLink request={request} />,
    state: (request) => <StateBadge request={request} />,
    requested: ({ requestedAt }) => <Time value={requestedAt} />,
    by: ({ requestedBy }) => <Actor id={requestedBy} />,
    records: ({ records }) => sumRecords(records),
  } satisfies Columns<PersonRequest>;
  return <ListPage words={t} actions={create} list={useRequests()} columns={columns} />;
}
