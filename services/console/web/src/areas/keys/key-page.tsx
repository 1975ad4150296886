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
  const { facts, columns } = t;
  const confirmation =
    value.requireProposal === null ? "business" : value.requireProposal ? ("required" as const) : ("free" as const);
  const rates = Object.entries(value.rates).map(
    ([name, rate]) => `${format.number(rate ?? 0)} ${facts.rateNames[name as keyof typeof facts.rateNames]}`,
  );
  return (
    <RecordFacts
      values={[
        { name: columns.hint, value: <code>{value.hint}</code> },
        { name: facts.mode, value: t.modes[value.mode] },
        { name: columns.scopes, value: <Rights scopes={value.scopes} /> },
        {
          name: facts.addresses,
          value: value.allowedAddresses.length > 0 ? value.allowedAddresses.join(", ") : facts.anyAddress,
        },
        { name: facts.confirmation, value: t.form.confirmations[confirmation] },
        { name: columns.lastUse, value: <Time value={value.lastUsedAt} /> },
        { name: columns.expires, value: <Time value={value.expiresAt} mayBeAhead /> },
        { name: facts.created, value: <Time value={value.createdAt} /> },
        {
          name: facts.toolsets,
          value:
            value.toolsets.length > 0 && format.list(value.toolsets.map((name) => facts.toolsetNames[name] ?? name)),
        },
        { name: facts.rates, value: rates.length > 0 && format.list(rates) },
        { name: facts.replaces, value: value.replacesKeyId && <Actor id={value.replacesKeyId} /> },
        { name: facts.revoked, value: value.revokedAt && <Time value={value.revokedAt} /> },
      ]}
      ids={[
        [facts.id, value._id],
        [facts.sandbox, value.sandboxId ?? undefined],
      ]}
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
      rotation={t.rotate}
      words={t}
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
      title={t.title(value.name)}
      confirm={t.submit}
      isDangerous
      done={() => t.done}
      onClose={onClose}
    >
      <p>{t.text}</p>
      {value.lastUsedAt && <p>{t.lastUsed(format.relative(value.lastUsedAt, now))}</p>}
    </ConfirmWrite>
  );
}
