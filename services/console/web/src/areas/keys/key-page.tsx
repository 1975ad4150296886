import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { Field, Form } from "../../components/forms/form.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { Time, useNow } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { KeyStateBadge, Rights } from "./key-parts.js";
import { type Key, useKey, useRevokeKey, useRotateKey } from "./keys.api.js";
import { ForDevelopers } from "../../components/developers.js";
import { Actor } from "../../components/actor.js";

const overlapDays = { now: 0, day: 1, days3: 3, week: 7 } as const;

interface RotateKeyDialogProps {
  keyId: string;
  onRotated: (key: { key: string; oldKeyExpiresAt: string }) => void;
  onClose: () => void;
}

function RotateKeyDialog({ keyId, onRotated, onClose }: RotateKeyDialogProps) {
  const t = useMessages("keys").rotate;
  const [overlap, setOverlap] = useState<keyof typeof overlapDays>("day");
  const rotate = useRotateKey(keyId, onRotated);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p>{t.text}</p>
      <Form
        onSubmit={() => rotate.mutate(overlapDays[overlap])}
        error={rotate.error}
        submit={t.submit}
        isPending={rotate.isPending}
        onCancel={onClose}
      >
        <Field name="overlapDays" label={t.overlap}>
          {(input) => (
            <select
              {...input}
              value={overlap}
              onChange={(event) => setOverlap(event.target.value as keyof typeof overlapDays)}
            >
              {Object.keys(overlapDays).map((name) => (
                <option key={name} value={name}>
                  {t.hours[name as keyof typeof overlapDays]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

export default function KeyPage() {
  const t = useMessages("keys");
  const { keyId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.title} query={useKey(keyId)}>
      {(value) => <KeyDetails key={keyId} value={value} />}
    </RecordPage>
  );
}

function KeyDetails({ value }: { value: Key }) {
  const t = useMessages("keys");
  const { can } = useBusiness();
  const format = useFormat();
  const [dialog, setDialog] = useState<"rotate" | "revoke">();
  const [rotated, setRotated] = useState<{ key: string; oldKeyExpiresAt: string }>();
  const isRevoked = value.revokedAt !== null;
  const actions = can("keys:write") && !isRevoked && (
    <>
      <button type="button" onClick={() => setDialog("rotate")}>
        {t.rotate.button}
      </button>
      <button type="button" className="danger" onClick={() => setDialog("revoke")}>
        {t.revoke.button}
      </button>
    </>
  );
  const close = () => setDialog(undefined);
  return (
    <Page title={value.name} lead={<KeyStateBadge value={value} />} actions={actions}>
      <KeyFacts value={value} />
      {dialog === "rotate" && (
        <RotateKeyDialog
          keyId={value._id}
          onClose={close}
          onRotated={(key) => {
            close();
            setRotated(key);
          }}
        />
      )}
      {dialog === "revoke" && <RevokeKeyDialog value={value} onClose={close} />}
      {rotated && (
        <SecretDialog
          title={t.secretTitle}
          name={t.secretName}
          value={rotated.key}
          onClose={() => setRotated(undefined)}
        >
          <p>{t.oldKeyUntil(format.exact(rotated.oldKeyExpiresAt))}</p>
        </SecretDialog>
      )}
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
    <>
      <Facts
        values={[
          [columns.hint, <code>{value.hint}</code>],
          [facts.mode, t.modes[value.mode]],
          [columns.scopes, <Rights scopes={value.scopes} />],
          [facts.addresses, value.allowedAddresses.length > 0 ? value.allowedAddresses.join(", ") : facts.anyAddress],
          [facts.confirmation, t.form.confirmations[confirmation]],
          [columns.lastUse, <Time value={value.lastUsedAt} />],
          [columns.expires, <Time value={value.expiresAt} mayBeAhead />],
          [facts.created, <Time value={value.createdAt} />],
          [
            facts.toolsets,
            value.toolsets.length > 0 && format.list(value.toolsets.map((name) => facts.toolsetNames[name] ?? name)),
          ],
          [facts.rates, rates.length > 0 && format.list(rates)],
          [facts.replaces, value.replacesKeyId && <Actor id={value.replacesKeyId} />],
          [facts.revoked, value.revokedAt && <Time value={value.revokedAt} />],
        ]}
      />
      <ForDevelopers
        values={[
          [facts.id, value._id],
          [facts.sandbox, value.sandboxId ?? undefined],
        ]}
      />
    </>
  );
}

function RevokeKeyDialog({ value, onClose }: { value: Key; onClose: () => void }) {
  const t = useMessages("keys").revoke;
  const format = useFormat();
  const revoke = useRevokeKey(value._id, () => {
    showToast(t.done);
    onClose();
  });
  const now = useNow();
  return (
    <ConfirmDialog
      title={t.title(value.name)}
      confirm={t.submit}
      isDangerous
      write={{ ...revoke, mutate: () => revoke.mutate() }}
      onClose={onClose}
    >
      <p>{t.text}</p>
      {value.lastUsedAt && <p>{t.lastUsed(format.relative(value.lastUsedAt, now))}</p>}
    </ConfirmDialog>
  );
}
