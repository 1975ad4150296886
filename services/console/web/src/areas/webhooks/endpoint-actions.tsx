import { useState } from "react";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { useMessages } from "../../i18n/messages.js";
import { EditEndpointDialog } from "./endpoint-dialogs.js";
import type { Endpoint } from "./webhooks.api.js";

const scope = "settings:write";

interface EndpointActionsProps {
  value: Endpoint;
  onSecret: (secret: string) => void;
  onRemoved: () => void;
}

export function EndpointActions({ value, onSecret, onRemoved }: EndpointActionsProps) {
  const t = useMessages("webhooks").actions;
  const { _id: id } = value;
  const isEnabled = value.status === "enabled";
  return (
    <>
      {isEnabled && (
        <WriteButton
          area="webhooks"
          operation="pingWebhookEndpoint"
          input={{ id }}
          className="primary"
          done={() => t.pinged}
        >
          {t.ping}
        </WriteButton>
      )}
      <DialogButton
        scope={scope}
        text={t.edit}
        dialog={(onClose) => <EditEndpointDialog endpoint={value} onClose={onClose} />}
      />
      {isEnabled ? (
        <WriteButton
          area="webhooks"
          operation="updateWebhookEndpoint"
          input={{ id, status: "disabled" }}
          done={() => t.disabled}
        >
          {t.disable}
        </WriteButton>
      ) : (
        <WriteButton area="webhooks" operation="enableWebhookEndpoint" input={{ id }} done={() => t.enabled}>
          {t.enable}
        </WriteButton>
      )}
      <DialogButton
        scope={scope}
        text={t.rotate}
        dialog={(onClose) => <RotateDialog id={id} onSecret={onSecret} onClose={onClose} />}
      />
      {isEnabled && (
        <DialogButton
          scope={scope}
          text={t.recover}
          dialog={(onClose) => <RecoverDialog id={id} onClose={onClose} />}
        />
      )}
      <DialogButton
        scope={scope}
        className="danger"
        text={t.remove}
        dialog={(onClose) => <RemoveDialog id={id} onRemoved={onRemoved} onClose={onClose} />}
      />
    </>
  );
}

const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;

interface RotateDialogProps {
  id: string;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function RotateDialog({ id, onSecret, onClose }: RotateDialogProps) {
  const t = useMessages("webhooks").rotate;
  return (
    <WriteDialog
      area="webhooks"
      operation="rotateWebhookSecret"
      title={t.title}
      submit={t.submit}
      fields={[
        { name: "overlapHours", kind: "choice", label: t.label, options: Object.entries(t.periods), first: "day" },
      ]}
      given={{ id }}
      toInput={(values: { overlapHours: keyof typeof overlapHours }) => ({
        overlapHours: overlapHours[values.overlapHours],
      })}
      onDone={({ secret }) => {
        onClose();
        onSecret(secret);
      }}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </WriteDialog>
  );
}

const periodHours = { hour: 1, day: 24, week: 168, month: 719 } as const;

function RecoverDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages("webhooks").recover;
  // Counted from the opening of the dialog, so that a repeated attempt sends the same request.
  const [openedMs] = useState(Date.now);
  return (
    <WriteDialog
      area="webhooks"
      operation="recoverWebhookDeliveries"
      title={t.title}
      submit={t.submit}
      fields={[{ name: "since", kind: "choice", label: t.label, options: Object.entries(t.periods), first: "day" }]}
      given={{ id }}
      toInput={({ since }: { since: keyof typeof periodHours }) => ({
        since: new Date(openedMs - periodHours[since] * 3_600_000).toISOString(),
      })}
      done={() => t.done}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </WriteDialog>
  );
}

function RemoveDialog({ id, onRemoved, onClose }: { id: string; onRemoved: () => void; onClose: () => void }) {
  const t = useMessages("webhooks").remove;
  return (
    <ConfirmWrite
      area="webhooks"
      operation="deleteWebhookEndpoint"
      input={{ id }}
      title={t.title}
      confirm={t.submit}
      isDangerous
      done={() => t.done}
      onDone={onRemoved}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmWrite>
  );
}
