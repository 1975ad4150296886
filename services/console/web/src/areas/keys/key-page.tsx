import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Reply, useRecord } from "../../api/public-api.js";
import { ConfirmWrite } from "../../components/dialogs/confirm-write.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Key, KeyStateBadge, Rights } from "./key-parts.js";
import { ForDevelopers } from "../../components/developers.js";
import { Actor } from "../../components/actor.js";

const overlapDays = { now: 0, day: 1, days3: 3, week: 7 } as const;

type RotatedKey = Reply<"console", "rotateOwnKey">;

interface RotateKeyDialogProps {
  keyId: string;
  onRotated: (key: RotatedKey) => void;
  onClose: () => void;
}

function RotateKeyDialog({ keyId, onRotated, onClose }: RotateKeyDialogProps) {
  const t = useMessages("keys").rotate;
  return (
    <WriteDialog
      area="console"
      operation="rotateOwnKey"
      title={t.title}
      submit={t.submit}
      fields={[
        { name: "overlapDays", kind: "choice", label: t.label, options: Object.entries(t.periods), first: "day" },
      ]}
      given={{ keyId }}
      toInput={(values: { overlapDays: keyof typeof overlapDays }) => ({
        overlapDays: overlapDays[values.overlapDays],
      })}
      onDone={onRotated}
      onClose={onClose}
    >
      <p>{t.text}</p>
    </WriteDialog>
  );
}

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
  const { can } = useBusiness();
  const format = useFormat();
  const [dialog, setDialog] = useState<"rotate" | "revoke">();
  const [rotated, setRotated] = useState<RotatedKey>();
  const close = () => setDialog(undefined);
  const actions = can("keys:write") && value.revokedAt === null && (
    <>
      <button type="button" onClick={() => setDialog("rotate")}>
        {t.rotate.button}
      </button>
      <button type="button" className="danger" onClick={() => setDialog("revoke")}>
        {t.revoke.button}
      </button>
    </>
  );
  const showRotated = (key: RotatedKey) => {
    close();
    setRotated(key);
  };
  return (
    <Page title={value.name} lead={<KeyStateBadge value={value} />} actions={actions}>
      <KeyFacts value={value} />
      {dialog === "rotate" && <RotateKeyDialog keyId={value._id} onRotated={showRotated} onClose={close} />}
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
