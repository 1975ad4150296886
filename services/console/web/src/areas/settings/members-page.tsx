import { useBusiness } from "../../api/business.js";
import { inviteMember } from "../../api/limits/console.js";
import { type Reply, useChange, useRecords } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import { DataTable } from "../../components/data-table.js";
import type { Columns } from "../../components/table.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RemoveDialog } from "../../components/dialogs/remove-dialog.js";
import { SecretWriteDialog } from "../../components/dialogs/secret-write-dialog.js";
import { showError } from "../../components/error-notice.js";
import { useFilters } from "../../components/filters.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { ListPage } from "../../components/list-page.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";

type Member = Reply<"console", "listMembers">["items"][number];
type Invitation = Reply<"console", "listInvitations">["items"][number];

const memberRoles = ["viewer", "operator", "approver", "admin", "owner"] as const;
const filterSpec = { role: memberRoles, search: "text" } as const;

export default function MembersPage() {
  const { members: t } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const filters = useFilters(filterSpec);
  const isFor = ({ isSelf, role }: Member) => !isSelf && mayChange(can, role);
  return (
    <ListPage
      words={t}
      create={{ scope: "members:write", Dialog: InviteDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text" },
        { name: "role", kind: "choice", options: roles },
      ]}
      list={useRecords("console", "listMembers", filters.values)}
      columns={{
        name: ({ name, email, isSelf }) => (
          <>
            <strong>{name}</strong> {isSelf && <Badge kind="info">{t.self}</Badge>}
            <p className="note">{email}</p>
          </>
        ),
        role: (member) => <RoleChoice value={member} />,
        passkey: ({ hasPasskey }) => (hasPasskey ? t.hasPasskey : t.noPasskey),
        since: ({ createdAt }) => <Time value={createdAt} />,
      }}
      rowDialogs={{
        scope: "members:write",
        dialogs: [
          { text: t.recovery, label: ({ name }) => `${t.recovery}: ${name}`, Dialog: RecoveryDialog, isFor },
          {
            text: t.remove,
            label: ({ name }) => `${t.remove}: ${name}`,
            Dialog: RemoveMember,
            isFor,
            isDangerous: true,
          },
        ],
      }}
      below={<OpenInvitations />}
    />
  );
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
  const offered = memberRoles.filter((each) => each !== "owner" || can("admins:write"));
  return (
    <select
      aria-label={`${t.fields.role}: ${name}`}
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

function RecoveryDialog({ record: { _id: memberId }, onClose }: DialogAbout<Member>) {
  const { members: t, invitations } = useMessages("settings");
  return (
    <SecretWriteDialog
      area="console"
      operation="createRecoveryLink"
      fields={[]}
      given={{ memberId }}
      words={{ ...invitations, title: t.recovery, secretTitle: t.recovery }}
      getSecret={useLink()}
      onClose={onClose}
    >
      <p>{t.recoveryText}</p>
    </SecretWriteDialog>
  );
}

/** How the link of an answer is shown. */
function useLink() {
  const { invitations: t } = useMessages("settings");
  const format = useFormat();
  return ({ url, expiresAt }: Reply<"console", "createRecoveryLink">) => {
    return { value: url, text: t.linkText(format.exact(expiresAt)) };
  };
}

function RemoveMember({ record: { _id: memberId, name }, onClose }: DialogAbout<Member>) {
  const { members: t } = useMessages("settings");
  return (
    <RemoveDialog
      area="console"
      operation="removeMember"
      input={{ memberId }}
      words={t}
      name={name}
      onClose={onClose}
    />
  );
}

function OpenInvitations() {
  const { invitations: t } = useMessages("settings");
  const { actors } = useMessages("components");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const columns = {
    name: ({ name, email }) => (
      <>
        {name}
        <p className="note">{email}</p>
      </>
    ),
    role: ({ role }) => roles[role],
    by: ({ invitedBy }) => invitedBy ?? actors.operator,
    expires: ({ expiresAt }) => <Time value={expiresAt} mayBeAhead />,
  } satisfies Columns<Invitation>;
  const withdraw =
    can("members:write") &&
    (({ _id: invitationId, name }: Invitation) => (
      <WriteButton area="console" operation="withdrawInvitation" input={{ invitationId }} done={t.withdrawn}>
        {t.withdraw} <span className="hidden">{name}</span>
      </WriteButton>
    ));
  const list = useRecords("console", "listInvitations", {});
  return (
    <Section title={t.title}>
      <DataTable words={t} columns={columns} actions={withdraw} list={list} empty={<p className="note">{t.none}</p>} />
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
      fields={[
        { name: "name", kind: "text" },
        { name: "email", kind: "email" },
        {
          name: "role",
          kind: "radio",
          options: memberRoles
            .filter((role) => role !== "owner" || can("admins:write"))
            .map((role) => [role, roles[role]]),
          hints: roleTexts,
          first: "operator",
        },
      ]}
      words={{ ...t, title: t.formTitle }}
      getSecret={useLink()}
      onClose={onClose}
    />
  );
}
