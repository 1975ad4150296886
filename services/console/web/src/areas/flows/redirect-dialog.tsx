import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";
import { toRedirectInput } from "./flows.rules.js";
import { RedirectFields, type RedirectValues } from "./redirect-fields.js";

export function RedirectDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  return (
    <WriteDialog
      area="flows"
      operation="updateFlow"
      words={{ title: t.redirect.title, done: t.form.saved, fields: t.fields }}
      fields={[
        {
          name: "redirect",
          kind: "own",
          field: ({ redirect }, change) => (
            <RedirectFields value={redirect} onChange={(next) => change({ redirect: next })} />
          ),
        },
      ]}
      first={flow}
      given={{ slug: flow.slug }}
      toInput={({ redirect }: { redirect: RedirectValues }) => ({ redirect: toRedirectInput(redirect) })}
      onClose={onClose}
    />
  );
}
