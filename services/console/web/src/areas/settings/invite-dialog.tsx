import { useBusiness } from "../../api/business.js";
import { inviteMember } from "../../api/limits/console.js";
import { memberFilters } from "../../app/page-filters.js";
import { SecretWriteDialog } from "../../components/dialogs/secret-write-dialog.js";
import { useMessages } from "../../i18n/messages.js";

export function InviteDialog({ onClose }: { onClose: () => void }) {
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
