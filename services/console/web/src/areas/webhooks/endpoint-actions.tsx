import { useState } from "react";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RemoveButton } from "../../components/dialogs/remove-dialog.js";
import { RotateDialog } from "../../components/dialogs/secret-write-dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { useMessages } from "../../i18n/messages.js";
import { EditEndpointDialog } from "./endpoint-dialogs.js";
import type { Endpoint } from "./webhooks.api.js";

const scope = "settings:write";

interface EndpointActionsProps {
  value: Endpoint;
  onRemoved: () => void;
}

export function EndpointActions({ value, onRemoved }: EndpointActionsProps) {
  const { actions: t, remove } = useMessages("webhooks");
  const { _id: id } = value;
  const isEnabled = value.status === "enabled";
  return (
    <>
      {isEnabled && (
        <WriteButton area="webhooks" operation="pingWebhookEndpoint" input={{ id }} className="primary" done={t.pinged}>
          {t.ping}
        </WriteButton>
      )}
      <DialogButton scope={scope} text={t.edit} Dialog={EditEndpointDialog} record={value} />
      {isEnabled ? (
        <WriteButton
          area="webhooks"
          operation="updateWebhookEndpoint"
          input={{ id, status: "disabled" }}
          done={t.disabled}
        >
          {t.disable}
        </WriteButton>
      ) : (
        <WriteButton area="webhooks" operation="enableWebhookEndpoint" input={{ id }} done={t.enabled}>
          {t.enable}
        </WriteButton>
      )}
      <DialogButton scope={scope} text={t.rotate} Dialog={RotateSecretDialog} record={value} />
      <DialogButton scope={scope} text={t.recover} isOffered={isEnabled} Dialog={RecoverDialog} record={value} />
      <RemoveButton
        scope={scope}
        text={t.remove}
        area="webhooks"
        operation="deleteWebhookEndpoint"
        input={{ id }}
        words={remove}
        onDone={onRemoved}
      />
    </>
  );
}

function RotateSecretDialog({ record: { _id: id }, onClose }: DialogAbout<Endpoint>) {
  const t = useMessages("webhooks");
  return (
    <RotateDialog
      area="webhooks"
      operation="rotateWebhookSecret"
      given={{ id }}
      field="overlapHours"
      words={{ ...t, ...t.rotate }}
      getSecret={({ secret }) => ({ value: secret, text: t.secretNext })}
      onClose={onClose}
    />
  );
}

const periodHours = { hour: 1, day: 24, week: 168, month: 719 } as const;

function RecoverDialog({ record: { _id: id }, onClose }: DialogAbout<Endpoint>) {
  const t = useMessages("webhooks").recover;
  // Counted from the opening of the dialog, so that a repeated attempt sends the same request.
  const [openedMs] = useState(Date.now);
  return (
    <WriteDialog
      area="webhooks"
      operation="recoverWebhookDeliveries"
      words={t}
      fields={[{ name: "since", kind: "choice", label: t.label, options: t.periods, first: "day" }]}
      given={{ id }}
      toInput={({ since }: { since: keyof typeof periodHours }) => ({
        since: new Date(openedMs - periodHours[since] * 3_600_000).toISOString(),
      })}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </WriteDialog>
  );
}
