import { type ReactNode, useState } from "react";
import { getAreaKey, useBusiness } from "../../api/business.js";
import type { Client } from "../../api/client.js";
import { uploadFile } from "../../api/files.js";
import { useWrite } from "../../api/use-write.js";
import { useFormat } from "../../i18n/locale.js";
import { Field } from "./form.js";

interface FileFieldProps {
  /** The name that the server uses for it in refusals. */
  name: string;
  label: string;
  hint: ReactNode;
  /** Types that the dialog of the system offers. The server decides by the content. */
  accept: string;
  /** What is wrong before anything is sent. */
  error: string | undefined;
  onChange: (file: File | undefined) => void;
}

export function FileField({ accept, onChange, ...field }: FileFieldProps) {
  return (
    <Field {...field}>
      {(input) => (
        <input {...input} type="file" accept={accept} onChange={({ target }) => onChange(target.files?.[0])} />
      )}
    </Field>
  );
}

/** How much of a file was sent, 0 to 1. */
export function UploadProgress({ label, value }: { label: string; value: number }) {
  const format = useFormat();
  return (
    <p className="note">
      <progress aria-label={label} max={1} value={value} /> {format.percent(value)}
    </p>
  );
}

interface UploadSettings<Reply> {
  /** Everything that was read of it is read again. */
  area: keyof Client;
  onDone: (reply: Reply) => void;
}

/** The upload of a file, and how much of it was sent. */
export function useUpload<Reply>({ area, onDone }: UploadSettings<Reply>) {
  const { _id: businessId } = useBusiness().business;
  const [progress, setProgress] = useState(0);
  const write = useWrite(
    ({ file, path }: { file: File; path: string; version: number[] }, { idempotencyKey = "" }) =>
      uploadFile<Reply>({ businessId, path, file, idempotencyKey, onProgress: setProgress }),
    { changes: [getAreaKey(area, businessId)], onDone },
  );
  const upload = (file: File, path: string) => {
    setProgress(0);
    // Two files of the same name are not the same input, and a file itself is written as {} in JSON.
    write.mutate({ file, path, version: [file.size, file.lastModified] });
  };
  return { upload, progress, error: write.error, isPending: write.isPending };
}
