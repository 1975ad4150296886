import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { showError } from "../../components/error-notice.js";
import { memberFilters } from "../../app/page-filters.js";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { InviteDialog } from "./invite-dialog.js";
import { type Invitation, type Member, useInvitations, useMembers, useMemberWrites } from "./settings.api.js";

export default function MembersPage() {
  const { members: t, invitations } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(memberFilters);
  const list = useMembers(values);
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<string>();
  const columns = useColumns(setLink);
  const invite = can("members:write") && (
    <button type="button" className="primary" onClick={() => setInviting(true)}>
      {t.invite}
    </button>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={invite}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={t.search} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.columns.role}
          value={values.role}
          options={memberFilters.role.map((role) => [role, roles[role]] as const)}
          onChange={(role) => set({ role })}
        />
      </FilterBar>
      <DataTable
        caption={t.caption}
        columns={columns}
        list={list}
        getId={({ _id }) => _id}
        empty={<NoMatch onClear={clear} />}
      />
      <OpenInvitations />
      {isInviting && <InviteDialog onInvited={setLink} onClose={() => setInviting(false)} />}
      {link && (
        <SecretDialog
          title={invitations.linkTitle}
          name={invitations.linkName}
          value={link}
          onClose={() => setLink(undefined)}
        >
          <p>{invitations.linkText}</p>
        </SecretDialog>
      )}
    </Page>
  );
}

function useColumns(onLink: (url: string) => void): Column<Member>[] {
  const { members: t } = useMessages("settings");
  const { can } = useBusiness();
  const columns: Column<Member>[] = [
    {
      header: t.columns.name,
      cell: ({ name, email, isSelf }) => (
        <>
          <strong>{name}</strong> {isSelf && <Badge kind="info">{t.self}</Badge>}
          <p className="note">{email}</p>
        </>
      ),
    },
    { header: t.columns.role, cell: (member) => <RoleChoice value={member} /> },
    { header: t.columns.passkey, cell: ({ hasPasskey }) => (hasPasskey ? t.hasPasskey : t.noPasskey) },
    { header: t.columns.since, cell: ({ createdAt }) => <Time value={createdAt} /> },
  ];
  if (can("members:write"))
    columns.push({
      header: t.columns.actions,
      cell: (member) => !member.isSelf && <MemberActions value={member} onLink={onLink} />,
    });
  return columns;
}

const onError = (error: Error) => void showError(error);

function RoleChoice({ value: { _id: memberId, role, name, isSelf } }: { value: Member }) {
  const { members: t } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const { update } = useMemberWrites();
  const isHigh = role === "admin" || role === "owner";
  if (isSelf || !can("members:write") || (isHigh && !can("admins:write"))) return roles[role];
  const offered = memberFilters.role.filter((each) => each !== "owner" || can("admins:write"));
  return (
    <select
      aria-label={`${t.columns.role}: ${name}`}
      value={role}
      disabled={update.isPending}
      onChange={(event) => {
        const next = event.target.value as Member["role"];
        update.mutate({ memberId, role: next }, { onError, onSuccess: () => showToast(t.roleChanged) });
      }}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {roles[each]}
        </option>
      ))}
    </select>
  );
}

function MemberActions({ value, onLink }: { value: Member; onLink: (url: string) => void }) {
  const { members: t } = useMessages("settings");
  const { can } = useBusiness();
  const { recover, remove } = useMemberWrites();
  const [isRemoving, setRemoving] = useState(false);
  const isHigh = value.role === "admin" || value.role === "owner";
  if (isHigh && !can("admins:write")) return null;
  return (
    <div className="page-actions">
      <button
        type="button"
        onClick={() => recover.mutate(value._id, { onError, onSuccess: ({ url }) => onLink(url) })}
        disabled={recover.isPending}
      >
        {t.recovery} <span className="hidden">{value.name}</span>
      </button>
      <button type="button" className="danger" onClick={() => setRemoving(true)}>
        {t.remove} <span className="hidden">{value.name}</span>
      </button>
      {isRemoving && (
        <ConfirmDialog
          title={t.removeTitle(value.name)}
          confirm={t.remove}
          isDangerous
          write={{ ...remove, mutate: () => remove.mutate(value._id, { onSuccess: () => showToast(t.removed) }) }}
          onClose={() => setRemoving(false)}
        >
          <p>{t.removeText}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function OpenInvitations() {
  const { invitations: t } = useMessages("settings");
  const { actors } = useMessages("components");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const list = useInvitations();
  const { withdraw } = useMemberWrites();
  const settings = {
    onError: (error: Error) => void showError(error),
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
    { header: t.columns.by, cell: ({ invitedBy }) => invitedBy ?? actors.operator },
    { header: t.columns.expires, cell: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead /> },
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
