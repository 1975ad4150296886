import { useState } from "react";
import { useChange } from "../../api/public-api.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";
import { toRedirectInput } from "./flows.rules.js";
import { RedirectFields } from "./redirect-fields.js";

export function RedirectDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const [redirect, setRedirect] = useState(flow.redirect);
  const update = useChange("flows", "updateFlow", () => {
    showToast(t.form.saved);
    onClose();
  });
  return (
    <FormDialog
      title={t.redirect.title}
      submit={common.save}
      write={update}
      onSubmit={() => update.mutate({ slug: flow.slug, redirect: toRedirectInput(redirect) })}
      onClose={onClose}
    >
      <RedirectFields value={redirect} onChange={setRedirect} />
    </FormDialog>
  );
}
