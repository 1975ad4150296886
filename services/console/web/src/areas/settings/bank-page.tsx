import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { putBankProvider } from "../../api/limits/flows.js";
import { useChange, useRecord } from "../../api/public-api.js";
import { showError } from "../../components/error-notice.js";
import { Badge } from "../../components/badge.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { PeriodDialog } from "../../components/dialogs/period-dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { Check, Field, Form } from "../../components/forms/form.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { BankProvider } from "./settings.api.js";

const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;

interface RotateBankDialogProps {
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function RotateBankDialog({ onSecret, onClose }: RotateBankDialogProps) {
  const { rotation: t } = useMessages("settings").bank;
  const rotate = useChange("flows", "rotateBankProviderSecret", ({ secret }) => {
    onClose();
    onSecret(secret);
  });
  return (
    <PeriodDialog<keyof typeof overlapHours>
      words={t}
      name="overlapHours"
      first="day"
      write={{ ...rotate, mutate: (period) => rotate.mutate({ overlapHours: overlapHours[period] }) }}
      onClose={onClose}
    />
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
            [t.state, <BankState provider={provider} />],
            [t.url, provider && !canWrite && provider.url],
            [t.secrets, provider && <Secrets secrets={provider.secrets} />],
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
  const [values, setValues] = useState({ url: provider?.url ?? "", isEnabled: provider?.isEnabled ?? true });
  const put = useChange("flows", "putBankProvider", ({ secret }) => {
    showToast(t.saved);
    if (secret !== null) onSecret(secret);
  });
  return (
    <div className="card">
      <Form onSubmit={() => put.mutate(values)} error={put.error} submit={save} isPending={put.isPending}>
        <Field name="url" label={t.url} hint={t.urlHint}>
          {(input) => (
            <input
              {...input}
              type="url"
              {...putBankProvider.url}
              placeholder="https://"
              value={values.url}
              onChange={(event) => setValues({ ...values, url: event.target.value })}
            />
          )}
        </Field>
        <Check
          label={t.isEnabled}
          hint={t.isEnabledHint}
          checked={values.isEnabled}
          onChange={(isEnabled) => setValues({ ...values, isEnabled })}
        />
      </Form>
    </div>
  );
}

function BankActions({ onSecret }: { onSecret: (secret: string) => void }) {
  const { bank: t } = useMessages("settings");
  const [dialog, setDialog] = useState<"rotate" | "remove">();
  const test = useChange("flows", "testBankProvider", ({ status, reason, failure }) =>
    showToast(
      [t.outcomes[status], reason || failure].filter(Boolean).join(": "),
      status === "failed" ? "wrong" : "done",
    ),
  );
  const close = () => setDialog(undefined);
  return (
    <>
      <button
        type="button"
        disabled={test.isPending}
        onClick={() => test.mutate({}, { onError: (error) => void showError(error) })}
      >
        {t.test}
      </button>
      <button type="button" onClick={() => setDialog("rotate")}>
        {t.rotate}
      </button>
      <button type="button" className="danger" onClick={() => setDialog("remove")}>
        {t.remove}
      </button>
      {dialog === "rotate" && <RotateBankDialog onSecret={onSecret} onClose={close} />}
      {dialog === "remove" && <DeleteBankDialog onClose={close} />}
    </>
  );
}
