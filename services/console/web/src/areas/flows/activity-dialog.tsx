import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { useSentence } from "./flow-parts.js";
import { type Flow, useUpdateFlow } from "./flows.api.js";

export interface FlowDialogProps {
  flow: Flow;
  onClose: () => void;
}

/** Puts the page online or takes it offline. Shows the warnings of the server before. */
export function ActivityDialog({ flow: { slug, name, isActive, warningDetails }, onClose }: FlowDialogProps) {
  const t = useMessages("flows").activity;
  const write = useSentence();
  const update = useUpdateFlow((changed) => {
    showToast(changed.isActive ? t.activated : t.deactivated);
    onClose();
  });
  return (
    <ConfirmDialog
      title={isActive ? t.deactivateTitle(name) : t.activateTitle(name)}
      confirm={isActive ? t.deactivate : t.activate}
      write={{ ...update, mutate: () => update.mutate({ slug, isActive: !isActive }) }}
      onClose={onClose}
    >
      <p>{isActive ? t.deactivateText : t.activateText}</p>
      {!isActive && warningDetails.length > 0 && (
        <div className="notice warn">
          {warningDetails.map((warning) => (
            <p key={warning.detail}>{write(warning)}</p>
          ))}
        </div>
      )}
    </ConfirmDialog>
  );
}
