import { useBusiness } from "../../api/business.js";
import { inviteMember } from "../../api/limits/console.js";
import { memberFilters } from "../../app/page-filters.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";

export function InviteDialog({ onInvited, onClose }: { onInvited: (url: string) => void; onClose: () => void }) {
  const { invitations: t, roleTexts } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  return (
    <WriteDialog
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
      onDone={({ url }) => {
        onClose();
        onInvited(url);
      }}
      onClose={onClose}
    />
  );
}
