import { useBusiness } from "../../api/business.js";
import { getErrorText } from "../../api/errors.js";
import { useAppMessages } from "../../app/messages/index.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toast-store.js";
import { useSettingsMessages } from "./messages/index.js";
import { type Invitation, useInvitations, useMemberWrites } from "./settings.api.js";

export function OpenInvitations() {
  const { invitations: t } = useSettingsMessages();
  const { roles } = useAppMessages();
  const { can } = useBusiness();
  const list = useInvitations();
  const { withdraw } = useMemberWrites();
  const settings = {
    onError: (error: Error) => showToast(getErrorText(error), "wrong"),
    onSuccess: () => showToast(t.withdrawn),
  };
  const columns: Column<Invitation>[] = [
    {
      header: t.columns.name,
      cell: ({ name, email }) => (
        <>
          {name}
          <p className="note">{email}</p>
        </>
      ),
    },
    { header: t.columns.role, cell: ({ role }) => roles[role] },
    { header: t.columns.by, cell: ({ invitedBy }) => invitedBy },
    { header: t.columns.expires, cell: ({ expiresAt }) => <Time value={expiresAt} /> },
  ];
  if (can("members:write"))
    columns.push({
      header: t.columns.actions,
      cell: ({ _id, name }) => (
        <button type="button" onClick={() => withdraw.mutate(_id, settings)} disabled={withdraw.isPending}>
          {t.withdraw} <span className="hidden">{name}</span>
        </button>
      ),
    });
  return (
    <Section title={t.title}>
      <DataTable
        caption={t.caption}
        columns={columns}
        list={list}
        getId={({ _id }) => _id}
        empty={<p className="note">{t.none}</p>}
      />
    </Section>
  );
}
