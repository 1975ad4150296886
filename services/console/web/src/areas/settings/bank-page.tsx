import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { putBankProvider } from "../../api/limits/flows.js";
import { type Reply, useRecord } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";

type BankProvider = NonNullable<Reply<"flows", "getBankProvider">["provider"]>;

const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;

interface RotateBankDialogProps {
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function RotateBankDialog({ onSecret, onClose }: RotateBankDialogProps) {
  const { rotation: t } = useMessages("settings").bank;
  return (
    <WriteDialog
      area="flows"
      operation="rotateBankProviderSecret"
      title={t.title}
      submit={t.submit}
      fields={[
        { name: "overlapHours", kind: "choice", label: t.label, options: Object.entries(t.periods), first: "day" },
      ]}
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

function DeleteBankDialog({ onClose }: { onClose: () => void }) {
  const { removal: t } = useMessages("settings").bank;
  return (
    <ConfirmWrite
      area="flows"
      operation="deleteBankProvider"
      input={{}}
      title={t.title}
      confirm={t.submit}
      isDangerous
      done={() => t.done}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmWrite>
  );
}

export default function BankPage() {
  const { bank: t } = useMessages("settings");
  return (
    <RecordPage title={t.title} query={useRecord("flows", "getBankProvider", {})}>
      {({ provider }) => <BankSettings provider={provider} />}
    </RecordPage>
  );
}

function BankSettings({ provider }: { provider: BankProvider | null }) {
  const { bank: t } = useMessages("settings");
  const { can } = useBusiness();
  const [secret, setSecret] = useState<string>();
  const canWrite = can("settings:write");
  return (
    <Page title={t.title} lead={t.lead} actions={provider && canWrite && <BankActions onSecret={setSecret} />}>
      <div className="stack">
        <Facts
          values={[
            { name: t.state, value: <BankState provider={provider} /> },
            { name: t.url, value: provider && !canWrite && provider.url },
            { name: t.secrets, value: provider && <Secrets secrets={provider.secrets} /> },
          ]}
        />
        {canWrite && <BankForm key={provider?.url ?? ""} provider={provider} onSecret={setSecret} />}
      </div>
      {secret !== undefined && (
        <SecretDialog title={t.secretTitle} name={t.secretName} value={secret} onClose={() => setSecret(undefined)}>
          <p>{t.secretText}</p>
        </SecretDialog>
      )}
    </Page>
  );
}

function BankState({ provider }: { provider: BankProvider | null }) {
  const { bank: t } = useMessages("settings");
  if (!provider) return <Badge kind="warn">{t.notSet}</Badge>;
  return <Badge kind={provider.isEnabled ? "good" : "neutral"}>{provider.isEnabled ? t.on : t.off}</Badge>;
}

function Secrets({ secrets }: Pick<BankProvider, "secrets">) {
  const { bank: t } = useMessages("settings");
  return (
    <ul>
      {secrets.map(({ kid, createdAt, expiresAt }) => (
        <li key={kid}>
          <Time value={createdAt} />
          {expiresAt && (
            <>
              {" "}
              · {t.until} <Time value={expiresAt} mayBeAhead />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface BankFormProps {
  provider: BankProvider | null;
  onSecret: (secret: string) => void;
}

function BankForm({ provider, onSecret }: BankFormProps) {
  const { bank: t } = useMessages("settings");
  const { save } = useMessages("components");
  return (
    <div className="card">
      <WriteForm
        area="flows"
        operation="putBankProvider"
        limits={putBankProvider}
        submit={save}
        fields={[
          { name: "url", kind: "url", label: t.url, hint: t.urlHint, placeholder: "https://" },
          { name: "isEnabled", kind: "check", label: t.isEnabled, hint: t.isEnabledHint, first: true },
        ]}
        first={provider ?? {}}
        done={() => t.saved}
        onDone={({ secret }) => {
          if (secret !== null) onSecret(secret);
        }}
      />
    </div>
  );
}

function BankActions({ onSecret }: { onSecret: (secret: string) => void }) {
  const { bank: t } = useMessages("settings");
  return (
    <>
      <WriteButton
        area="flows"
        operation="testBankProvider"
        input={{}}
        onDone={({ status, reason, failure }) =>
          showToast(
            [t.outcomes[status], reason || failure].filter(Boolean).join(": "),
            status === "failed" ? "wrong" : "done",
          )
        }
      >
        {t.test}
      </WriteButton>
      <DialogButton
        scope="settings:write"
        text={t.rotate}
        dialog={(onClose) => <RotateBankDialog onSecret={onSecret} onClose={onClose} />}
      />
      <DialogButton
        scope="settings:write"
        className="danger"
        text={t.remove}
        dialog={(onClose) => <DeleteBankDialog onClose={onClose} />}
      />
    </>
  );
}
