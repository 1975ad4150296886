import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { putBankProvider } from "../../api/limits/flows.js";
import { type Reply, useRecord } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { RemoveButton } from "../../components/dialogs/remove-dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { RotateDialog } from "../../components/dialogs/secret-write-dialog.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { loadMessages, useMessages } from "../../i18n/messages.js";

type BankProvider = NonNullable<Reply<"flows", "getBankProvider">["provider"]>;

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
    <Page title={t.title} lead={t.lead} actions={provider && canWrite && <BankActions provider={provider} />}>
      <div className="stack">
        <Facts
          words={t}
          values={{
            state: <BankState provider={provider} />,
            url: provider && !canWrite && provider.url,
            secrets: provider && <Secrets secrets={provider.secrets} />,
          }}
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
  return (
    <div className="card">
      <WriteForm
        area="flows"
        operation="putBankProvider"
        limits={putBankProvider}
        fields={[
          {
            name: "url",
            kind: "url",
            placeholder: "https://",
          },
          { name: "isEnabled", kind: "check", first: true },
        ]}
        first={provider ?? {}}
        words={t}
        onDone={({ secret }) => {
          if (secret !== null) onSecret(secret);
        }}
      />
    </div>
  );
}

/** Why there was no answer, in the words of webhooks. They are loaded for this only. */
async function describeFailure(failure: string): Promise<string> {
  const messages = await loadMessages("webhooks").catch(() => undefined);
  const words: Readonly<Record<string, string>> | undefined = messages?.delivery.errors;
  return words?.[failure] ?? failure.replace("http_", "HTTP ");
}

function BankActions({ provider }: { provider: BankProvider }) {
  const { bank: t } = useMessages("settings");
  return (
    <>
      <WriteButton
        area="flows"
        operation="testBankProvider"
        input={{}}
        onDone={({ status, reason, failure }) => {
          const show = (why: string) =>
            showToast([t.outcomes[status], why].filter(Boolean).join(": "), status === "failed" ? "wrong" : "done");
          if (failure === "") show(reason);
          else void describeFailure(failure).then(show);
        }}
      >
        {t.test}
      </WriteButton>
      <DialogButton scope="settings:write" text={t.rotate} Dialog={RotateBankDialog} record={provider} />
      <RemoveButton scope="settings:write" area="flows" operation="deleteBankProvider" input={{}} words={t} />
    </>
  );
}

function RotateBankDialog({ onClose }: { onClose: () => void }) {
  const { bank: t } = useMessages("settings");
  return (
    <RotateDialog
      area="flows"
      operation="rotateBankProviderSecret"
      field="overlapHours"
      words={{ ...t, ...t.rotation }}
      getSecret={({ secret }) => ({ value: secret, text: t.secretText })}
      onClose={onClose}
    />
  );
}
