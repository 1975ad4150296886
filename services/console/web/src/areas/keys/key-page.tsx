import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { Actor } from "../../components/actor.js";
import { RecordFacts } from "../../components/developers.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { RotateDialog } from "../../components/dialogs/secret-write-dialog.js";
import { Page, RecordPage } from "../../components/page.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Key, KeyStateBadge, Rights } from "./key-parts.js";

export default function KeyPage() {
  const t = useMessages("keys");
  const { keyId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.title} query={useRecord("console", "getOwnKey", { keyId })}>
      {(value) => <KeyDetails key={keyId} value={value} />}
    </RecordPage>
  );
}

function KeyDetails({ value }: { value: Key }) {
  const t = useMessages("keys");
  const shared = { scope: "keys:write", record: value, isOffered: value.revokedAt === null };
  const actions = (
    <>
      <DialogButton {...shared} text={t.rotate.button} Dialog={RotateKeyDialog} />
      <DialogButton {...shared} text={t.revoke.button} className="danger" Dialog={RevokeKeyDialog} />
    </>
  );
  return (
    <Page title={value.name} lead={<KeyStateBadge value={value} />} actions={actions}>
      <KeyFacts value={value} />
    </Page>
  );
}

function KeyFacts({ value }: { value: Key }) {
  const t = useMessages("keys");
  const format = useFormat();
  const confirmation = value.requireProposal === null ? "business" : value.requireProposal ? "required" : "free";
  const rates = Object.entries(value.rates).map(
    ([name, rate]) => `${format.number(rate ?? 0)} ${t.rateNames[name as keyof typeof t.rateNames]}`,
  );
  const { _id: id, allowedAddresses, toolsets } = value;
  return (
    <RecordFacts
      words={t}
      values={{
        hint: <code>{value.hint}</code>,
        mode: t.modes[value.mode],
        scopes: <Rights scopes={value.scopes} />,
        allowedAddresses: allowedAddresses.length > 0 ? allowedAddresses.join(", ") : t.anyAddress,
        requireProposal: t.form.confirmations[confirmation],
        lastUsedAt: <Time value={value.lastUsedAt} />,
        expiresAt: <Time value={value.expiresAt} mayBeAhead />,
        createdAt: <Time value={value.createdAt} />,
        toolsets: toolsets.length > 0 && format.list(toolsets.map((name) => t.toolsetNames[name] ?? name)),
        rates: rates.length > 0 && format.list(rates),
        replacesKeyId: value.replacesKeyId && <Actor id={value.replacesKeyId} />,
        revokedAt: value.revokedAt && <Time value={value.revokedAt} />,
      }}
      ids={{ id, sandboxId: value.sandboxId }}
    />
  );
}

function RotateKeyDialog({ record: { _id: keyId }, onClose }: DialogAbout<Key>) {
  const t = useMessages("keys");
  const format = useFormat();
  return (
    <RotateDialog
      area="console"
      operation="rotateOwnKey"
      given={{ keyId }}
      field="overlapDays"
      words={{ ...t, ...t.rotate }}
      getSecret={({ key, oldKeyExpiresAt }) => ({ value: key, text: t.oldKeyUntil(format.exact(oldKeyExpiresAt)) })}
      onClose={onClose}
    />
  );
}

function RevokeKeyDialog({ record: value, onClose }: DialogAbout<Key>) {
  const t = useMessages("keys").revoke;
  const format = useFormat();
  const now = useNow();
  return (
    <ConfirmWrite
      area="console"
      operation="revokeOwnKey"
      input={{ keyId: value._id }}
      words={{ ...t, title: t.title(value.name) }}
      isDangerous
      onClose={onClose}
    >
      <p>{t.text}</p>
      {value.lastUsedAt && <p>{t.lastUsed(format.relative(value.lastUsedAt, now))}</p>}
    </ConfirmWrite>
  );
}
