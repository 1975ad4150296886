import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { Form } from "../../components/forms/form.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { Fact, Facts, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { RemoveButton, SecretField, SetBadge } from "./provider-parts.js";
import { type CodeSend, useChangeVisitorSignIn, useTestWhatsApp, type WhatsApp } from "./visitor-sign-in.api.js";

const kinds: Readonly<Record<CodeSend["outcome"], BadgeKind>> = { sent: "good", failed: "bad", sending: "warn" };

export function WhatsAppSection({ stored }: { stored: WhatsApp | null }) {
  const all = useMessages("visitor-sign-in");
  const t = all.whatsapp;
  const mayWrite = useBusiness().can("settings:write");
  const [isTesting, setIsTesting] = useState(false);
  const actions = mayWrite && stored && (
    <>
      <button type="button" onClick={() => setIsTesting(true)}>
        {t.test}
      </button>
      <RemoveButton name={t.title} change={{ whatsapp: null }} />
    </>
  );
  return (
    <Section title={t.title} lead={t.lead} actions={actions}>
      <Facts>
        <Fact name={all.state}>
          <SetBadge isSet={stored !== null} />
        </Fact>
        {stored && (
          <Fact name={t.lastSend}>
            <LastSend send={stored.lastSend} />
          </Fact>
        )}
      </Facts>
      {mayWrite && <WhatsAppForm stored={stored} />}
      {isTesting && <TestDialog onClose={() => setIsTesting(false)} />}
    </Section>
  );
}

function LastSend({ send }: { send: CodeSend | null }) {
  const t = useMessages("visitor-sign-in").whatsapp;
  const { details } = useMessages("components");
  if (!send) return <>{t.never}</>;
  return (
    <>
      <Badge kind={kinds[send.outcome]}>{t.outcomes[send.outcome]}</Badge> <Time value={send.at} />
      {send.detail && (
        <details className="note">
          <summary>{details}</summary>
          <p lang="en">{send.detail}</p>
        </details>
      )}
    </>
  );
}

interface WhatsAppValues {
  phoneNumberId: string;
  accessToken: string;
  templateName: string;
  templateLanguage: string;
  /** Undefined while the field is empty. */
  codesPerDayMax: number | undefined;
}

function WhatsAppForm({ stored }: { stored: WhatsApp | null }) {
  const all = useMessages("visitor-sign-in");
  const t = all.whatsapp;
  const { save } = useMessages("components");
  const [values, setValues] = useState<WhatsAppValues>({
    phoneNumberId: stored?.phoneNumberId ?? "",
    accessToken: "",
    templateName: stored?.templateName ?? "",
    templateLanguage: stored?.templateLanguage ?? "",
    codesPerDayMax: stored?.codesPerDayMax ?? 500,
  });
  const update = useChangeVisitorSignIn(() => showToast(all.saved));
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const { accessToken, codesPerDayMax, ...others } = values;
  const submit = () =>
    update.mutate({
      whatsapp: {
        ...others,
        ...(codesPerDayMax !== undefined && { codesPerDayMax }),
        ...(accessToken !== "" && { accessToken }),
      },
    });
  return (
    <div className="card">
      <Form onSubmit={submit} error={update.error} submit={save} isPending={update.isPending}>
        <TextField
          name="whatsapp.phoneNumberId"
          label={t.phoneNumberId}
          hint={t.phoneNumberIdHint}
          maxLength={30}
          value={values.phoneNumberId}
          onChange={(phoneNumberId) => change({ phoneNumberId })}
        />
        <SecretField
          name="whatsapp.accessToken"
          label={t.accessToken}
          hint={t.accessTokenHint}
          isStored={stored !== null && stored.phoneNumberId === values.phoneNumberId}
          value={values.accessToken}
          onChange={(token) => change({ accessToken: token })}
        />
        <TextField
          name="whatsapp.templateName"
          label={t.templateName}
          hint={t.templateNameHint}
          maxLength={512}
          value={values.templateName}
          onChange={(templateName) => change({ templateName })}
        />
        <TextField
          name="whatsapp.templateLanguage"
          label={t.templateLanguage}
          hint={t.templateLanguageHint}
          maxLength={7}
          value={values.templateLanguage}
          onChange={(templateLanguage) => change({ templateLanguage })}
        />
        <NumberField
          name="whatsapp.codesPerDayMax"
          label={t.codesPerDayMax}
          hint={t.codesPerDayMaxHint}
          min={1}
          value={values.codesPerDayMax}
          onChange={(max) => change({ codesPerDayMax: max })}
        />
      </Form>
    </div>
  );
}

function TestDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("visitor-sign-in").whatsapp;
  const [phone, setPhone] = useState("");
  const test = useTestWhatsApp(({ outcome }) => {
    showToast(outcome === "sent" ? t.testSent : t.testFailed);
    onClose();
  });
  return (
    <Dialog title={t.testTitle} onClose={onClose}>
      <p className="dialog-text">{t.testLead}</p>
      <Form
        onSubmit={() => test.mutate(phone)}
        error={test.error}
        submit={t.testSend}
        isPending={test.isPending}
        onCancel={onClose}
      >
        <TextField
          name="phone"
          label={t.testPhone}
          hint={t.testPhoneHint}
          maxLength={40}
          value={phone}
          onChange={setPhone}
        />
      </Form>
    </Dialog>
  );
}
