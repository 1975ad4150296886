import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { showError } from "../../components/error-notice.js";
import { Badge } from "../../components/badge.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { PeriodDialog } from "../../components/dialogs/period-dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { Check, Field, Form } from "../../components/forms/form.js";
import { Fact, Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import {
  type BankProvider,
  useBankProvider,
  useDeleteBankProvider,
  usePutBankProvider,
  useRotateBankSecret,
  useTestBank,
} from "./settings.api.js";

const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;

interface RotateBankDialogProps {
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function RotateBankDialog({ onSecret, onClose }: RotateBankDialogProps) {
  const { rotation: t } = useMessages("settings").bank;
  const rotate = useRotateBankSecret((secret) => {
    onClose();
    onSecret(secret);
  });
  return (
    <PeriodDialog<keyof typeof overlapHours>
      words={t}
      name="overlapHours"
      first="day"
      write={{ ...rotate, mutate: (period) => rotate.mutate(overlapHours[period]) }}
      onClose={onClose}
    />
  );
}

function DeleteBankDialog({ onClose }: { onClose: () => void }) {
  const { removal: t } = useMessages("settings").bank;
  const remove = useDeleteBankProvider(() => {
    showToast(t.done);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.title}
      confirm={t.submit}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate() }}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  );
}

export default function BankPage() {
  const { bank: t } = useMessages("settings");
  return (
    <RecordPage title={t.title} query={useBankProvider()}>
      {(provider) => <BankSettings provider={provider} />}
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
        <Facts>
          <Fact name={t.state}>
            {provider ? (
              <Badge kind={provider.isEnabled ? "good" : "neutral"}>{provider.isEnabled ? t.on : t.off}</Badge>
            ) : (
              <Badge kind="warn">{t.notSet}</Badge>
            )}
          </Fact>
          {provider && !canWrite && <Fact name={t.url}>{provider.url}</Fact>}
          {provider && (
            <Fact name={t.secrets}>
              <ul>
                {provider.secrets.map(({ kid, createdAt, expiresAt }) => (
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
            </Fact>
          )}
        </Facts>
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

interface BankFormProps {
  provider: BankProvider | null;
  onSecret: (secret: string) => void;
}

function BankForm({ provider, onSecret }: BankFormProps) {
  const { bank: t } = useMessages("settings");
  const { save } = useMessages("components");
  const [values, setValues] = useState({ url: provider?.url ?? "", isEnabled: provider?.isEnabled ?? true });
  const put = usePutBankProvider((secret) => {
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
              maxLength={2048}
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
  const test = useTestBank(({ status, reason, failure }) =>
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
        onClick={() => test.mutate(undefined, { onError: (error) => void showError(error) })}
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
