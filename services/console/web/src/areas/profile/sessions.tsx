import { getErrorText } from "../../api/errors.js";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toast-store.js";
import { useProfileMessages } from "./messages/index.js";
import { type PersonSession, useEndOtherSessions, useEndSession, useSessions } from "./profile.api.js";

const onError = (error: Error) => showToast(getErrorText(error), "wrong");

export function Sessions() {
  const { sessions: t } = useProfileMessages();
  const list = useSessions();
  const end = useEndSession(() => showToast(t.ended));
  const endOthers = useEndOtherSessions(() => showToast(t.othersEnded));
  const columns: Column<PersonSession>[] = [
    { header: t.columns.browser, cell: ({ userAgent }) => userAgent },
    { header: t.columns.address, cell: ({ address }) => address },
    { header: t.columns.started, cell: ({ createdAt }) => <Time value={createdAt} /> },
    { header: t.columns.lastUse, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    {
      header: t.columns.actions,
      cell: ({ _id, isCurrent, userAgent }) =>
        isCurrent ? (
          <Badge kind="info">{t.current}</Badge>
        ) : (
          <button type="button" onClick={() => end.mutate(_id, { onError })} disabled={end.isPending}>
            {t.end} <span className="hidden">{userAgent}</span>
          </button>
        ),
    },
  ];
  const others = list.items.length > 1 && (
    <button type="button" onClick={() => endOthers.mutate(undefined, { onError })} disabled={endOthers.isPending}>
      {t.endOthers}
    </button>
  );
  return (
    <Section title={t.title} lead={t.lead} actions={others}>
      <DataTable caption={t.caption} columns={columns} list={list} getId={({ _id }) => _id} empty={null} />
    </Section>
  );
}
