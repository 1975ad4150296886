import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { inviteMember } from "../../api/limits/console.js";
import { type Reply, useChange, useRecords } from "../../api/public-api.js";
import { memberFilters } from "../../app/page-filters.js";
import { Badge } from "../../components/badge.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { RemoveButton } from "../../components/dialogs/remove-dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { SecretWriteDialog } from "../../components/dialogs/secret-write-dialog.js";
import { showError } from "../../components/error-notice.js";
import { useFilters } from "../../components/filters.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { FilteredList } from "../../components/list-page.js";
import { Page, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";

type Member = Reply<"console", "listMembers">["items"][number];
type Invitation = Reply<"console", "listInvitations">["items"][number];

export default function MembersPage() {
  const { members: t, invitations } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const filters = useFilters(memberFilters);
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<string>();
  const invite = can("members:write") && (
    <button type="button" className="primary" onClick={() => setInviting(true)}>
      {t.invite}
    </button>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={invite}>
      <FilteredList
        words={t}
        filters={filters}
        filterFields={[
          { name: "search", kind: "text", label: t.search },
          {
            name: "role",
            kind: "choice",
            label: t.columns.role,
            options: memberFilters.role.map((role) => [role, roles[role]]),
          },
        ]}
        list={useRecords("console", "listMembers", filters.values)}
        columns={useColumns(setLink)}
      />
      <OpenInvitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
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

/** Administrators and owners are changed only by those who may. */
const mayChange = (can: (scope: string) => boolean, role: Member["role"]) =>
  can("members:write") && ((role !== "admin" && role !== "owner") || can("admins:write"));

function RoleChoice({ value: { _id: memberId, role, name, isSelf } }: { value: Member }) {
  const { members: t } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const update = useChange("console", "updateMember", () => showToast(t.roleChanged));
  if (isSelf || !mayChange(can, role)) return roles[role];
  const offered = memberFilters.role.filter((each) => each !== "owner" || can("admins:write"));
  return (
    <select
      aria-label={`${t.columns.role}: ${name}`}
      value={role}
      disabled={update.isPending}
      onChange={(event) => {
        const next = event.target.value as Member["role"];
        update.mutate({ memberId, role: next }, { onError: (error) => void showError(error) });
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

interface MemberActionsProps {
  value: Member;
  onLink: (url: string) => void;
}

function MemberActions({ value: { _id: memberId, role, name }, onLink }: MemberActionsProps) {
  const { members: t } = useMessages("settings");
  const { can } = useBusiness();
  if (!mayChange(can, role)) return null;
  return (
    <div className="page-actions">
      <WriteButton area="console" operation="createRecoveryLink" input={{ memberId }} onDone={({ url }) => onLink(url)}>
        {t.recovery} <span className="hidden">{name}</span>
      </WriteButton>
      <RemoveButton
        scope="members:write"
        label={`${t.remove} ${name}`}
        area="console"
        operation="removeMember"
        input={{ memberId }}
        words={t}
        name={name}
      />
    </div>
  );
}

function OpenInvitations() {
  const { invitations: t } = useMessages("settings");
  const { actors } = useMessages("components");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
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
      cell: ({ _id: invitationId, name }) => (
        <WriteButton area="console" operation="withdrawInvitation" input={{ invitationId }} done={() => t.withdrawn}>
          {t.withdraw} <span className="hidden">{name}</span>
        </WriteButton>
      ),
    });
  const list = useRecords("console", "listInvitations", {});
  return (
    <Section title={t.title}>
      <DataTable caption={t.caption} columns={columns} list={list} empty={<p className="note">{t.none}</p>} />
    </Section>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { invitations: t, roleTexts } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  return (
    <SecretWriteDialog
      area="console"
      operation="inviteMember"
      limits={inviteMember}
      title={t.formTitle}
      submit={t.submit}
      fields={[
        { name: "name", kind: "text", label: t.name },
        { name: "email", kind: "email", label: t.email },
        {
          name: "role",
          kind: "radio",
          label: t.role,
          options: memberFilters.role
            .filter((role) => role !== "owner" || can("admins:write"))
            .map((role) => [role, roles[role], roleTexts[role]]),
          first: "operator",
        },
      ]}
      words={{ secretTitle: t.linkTitle, secretName: t.linkName }}
      getSecret={({ url }) => ({ value: url, text: t.linkText })}
      onClose={onClose}
    />
  );
}
