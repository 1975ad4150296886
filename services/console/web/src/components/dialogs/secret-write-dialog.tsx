import { useState } from "react";
import type { Client } from "../../api/client.js";
import type { Reply } from "../../api/public-api.js";
import type { FormValues } from "../forms/write-form.js";
import { SecretDialog } from "./secret-dialog.js";
import { WriteDialog, type WriteDialogProps } from "./write-dialog.js";

interface SecretWriteDialogProps<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
  Texts extends object = object,
> extends Omit<WriteDialogProps<Area, Name, Values, Texts>, "onDone"> {
  words: WriteDialogProps<Area, Name, Values, Texts>["words"] & { secretTitle: string; secretName: string };
  /** The secret of the answer, and what to do with it. */
  getSecret: (reply: Reply<Area, Name>) => { value: string; text: string };
}

/** A dialog whose write answers with a secret, which it then shows. */
export function SecretWriteDialog<
  Area extends keyof Client,
  Name extends keyof Client[Area],
  Values extends object = FormValues<Area, Name>,
  Texts extends object = object,
>({ getSecret, ...form }: SecretWriteDialogProps<Area, Name, Values, Texts>) {
  const { words } = form;
  const [secret, setSecret] = useState<{ value: string; text: string }>();
  if (!secret) return <WriteDialog {...form} onDone={(reply) => setSecret(getSecret(reply))} />;
  return (
    <SecretDialog title={words.secretTitle} name={words.secretName} value={secret.value} onClose={form.onClose}>
      <p>{secret.text}</p>
    </SecretDialog>
  );
}

/** For how many hours the old secret is accepted too. */
const overlapHours = { now: 0, day: 24, days3: 72, week: 168 } as const;
type Overlap = keyof typeof overlapHours;

/** Of the request. */
type Field = "overlapHours" | "overlapDays";

interface RotateDialogProps<Area extends keyof Client, Name extends keyof Client[Area]> extends Pick<
  SecretWriteDialogProps<Area, Name, Record<Field, Overlap>>,
  "area" | "operation" | "given" | "getSecret" | "onClose"
> {
  field: Field;
  words: {
    title: string;
    text: string;
    label: string;
    submit: string;
    periods: Readonly<Record<Overlap, string>>;
    secretTitle: string;
    secretName: string;
  };
}

/** Replaces a secret by another one. For a time both are accepted. */
export function RotateDialog<Area extends keyof Client, Name extends keyof Client[Area]>({
  field,
  ...write
}: RotateDialogProps<Area, Name>) {
  const { label, periods, text } = write.words;
  return (
    <SecretWriteDialog<Area, Name, Record<Field, Overlap>>
      {...write}
      fields={[{ name: field, kind: "choice", label, options: periods, first: "day" }]}
      toInput={(values) => ({ [field]: overlapHours[values[field]] / (field === "overlapDays" ? 24 : 1) })}
    >
      <p>{text}</p>
    </SecretWriteDialog>
  );
}
