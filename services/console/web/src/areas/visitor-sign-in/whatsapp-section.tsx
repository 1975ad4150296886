import { useBusiness } from "../../api/business.js";
import { putVisitorSignIn, testVisitorWhatsApp } from "../../api/limits/flows.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Facts, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { RemoveProvider, SetBadge } from "./provider-parts.js";
import type { CodeSend, WhatsApp } from "./visitor-sign-in.api.js";

const kinds: Readonly<Record<CodeSend["outcome"], BadgeKind>> = { sent: "good", failed: "bad", sending: "warn" };

export function WhatsAppSection({ stored }: { stored: WhatsApp | null }) {
  const all = useMessages("visitor-sign-in");
  const t = all.whatsapp;
  const mayWrite = useBusiness().can("settings:write");
  const actions = mayWrite && stored && (
    <>
      <DialogButton scope="settings:write" text={t.test} Dialog={TestDialog} record={stored} />
      <RemoveProvider name={t.title} change={{ whatsapp: null }} />
    </>
  );
  return (
    <Section title={t.title} lead={t.lead} actions={actions}>
      <Facts
        words={t}
        values={{
          state: <SetBadge isSet={stored !== null} />,
          lastSend: stored && <LastSend send={stored.lastSend} />,
        }}
      />
      {mayWrite && <WhatsAppForm stored={stored} />}
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
  return (
    <div className="card">
      <WriteForm
        area="flows"
        operation="putVisitorSignIn"
        limits={putVisitorSignIn.whatsapp}
        prefix="whatsapp."
        fields={[
          { name: "phoneNumberId", kind: "text", maxLength: 30 },
          {
            name: "accessToken",
            kind: "secret",
            isStored: ({ phoneNumberId }) => stored?.phoneNumberId === phoneNumberId,
          },
          { name: "templateName", kind: "text", maxLength: 512 },
          { name: "templateLanguage", kind: "text", maxLength: 7 },
          { name: "codesPerDayMax", kind: "number", first: 500 },
        ]}
        first={stored ?? {}}
        toInput={({ accessToken, codesPerDayMax, ...others }: WhatsAppValues) => ({
          whatsapp: {
            ...others,
            ...(codesPerDayMax !== undefined && { codesPerDayMax }),
            ...(accessToken !== "" && { accessToken }),
          },
        })}
        words={{ done: all.saved, fields: t.fields }}
      />
    </div>
  );
}

function TestDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("visitor-sign-in").whatsapp;
  return (
    <WriteDialog
      area="flows"
      operation="testVisitorWhatsApp"
      limits={testVisitorWhatsApp}
      words={{ title: t.testTitle, submit: t.testSend, fields: t.fields }}
      fields={[{ name: "phone", kind: "text" }]}
      done={({ outcome }) => (outcome === "sent" ? t.testSent : t.testFailed)}
      onClose={onClose}
    >
      <p>{t.testLead}</p>
    </WriteDialog>
  );
}
