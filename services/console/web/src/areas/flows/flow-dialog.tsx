import { updateFlow } from "../../api/limits/flows.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";

const utmNames = ["campaign", "source", "medium", "content"] as const;

export function FlowDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  return (
    <WriteDialog
      area="flows"
      operation="updateFlow"
      limits={updateFlow}
      words={{ title: `${t.edit}: ${flow.name}`, done: t.form.saved, fields: t.fields }}
      fields={[
        { name: "name", kind: "text" },
        {
          name: "utm",
          kind: "group",
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
          options: t.form.authTypes,
          first: "whatsapp",
        },
        { name: "isBankProviderRequired", kind: "check" },
      ]}
      first={flow}
      given={{ slug: flow.slug }}
      onClose={onClose}
    />
  );
}
