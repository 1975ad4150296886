import { updateFlow } from "../../api/limits/flows.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";

const authTypes = ["whatsapp", "identity_provider", "both"] as const;
const utmNames = ["campaign", "source", "medium", "content"] as const;

export function FlowDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  return (
    <WriteDialog
      area="flows"
      operation="updateFlow"
      limits={updateFlow}
      title={`${t.edit}: ${flow.name}`}
      fields={[
        { name: "name", kind: "text", label: t.fields.name },
        {
          name: "utm",
          kind: "group",
          label: t.form.utm,
          hint: t.form.utmHint,
          fields: [
            {
              kind: "row",
              fields: utmNames.map((name) => ({ name, kind: "text", label: t.fields[name], isOptional: true })),
            },
          ],
        },
        {
          name: "authType",
          kind: "choice",
          label: t.form.authType,
          hint: t.form.authTypeHint,
          options: authTypes.map((type) => [type, t.form.authTypes[type]]),
          first: "whatsapp",
        },
        { name: "isBankProviderRequired", kind: "check", label: t.form.bank },
      ]}
      first={flow}
      given={{ slug: flow.slug }}
      done={() => t.form.saved}
      onClose={onClose}
    />
  );
}
