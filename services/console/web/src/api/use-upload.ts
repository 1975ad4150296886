import { useState } from "react";
import { type BusinessAccess, useBusiness } from "./business.js";
import { uploadFile } from "./files.js";
import { useWrite } from "./use-write.js";

interface UploadSettings<Reply> {
  /** Everything that was read of it is read again. */
  area: keyof BusinessAccess["client"];
  onDone: (reply: Reply) => void;
}

/** The upload of a file, and how much of it was sent. */
export function useUpload<Reply>({ area, onDone }: UploadSettings<Reply>) {
  const { _id: businessId } = useBusiness().business;
  const [progress, setProgress] = useState(0);
  const write = useWrite(
    ({ file, path }: { file: File; path: string; version: number[] }, { idempotencyKey = "" }) =>
      uploadFile<Reply>({ businessId, path, file, idempotencyKey, onProgress: setProgress }),
    { changes: [[businessId, area]], onDone },
  );
  const upload = (file: File, path: string) => {
    setProgress(0);
    // Two files of the same name are not the same input, and a file itself is written as {} in JSON.
    write.mutate({ file, path, version: [file.size, file.lastModified] });
  };
  return { upload, progress, error: write.error, isPending: write.isPending };
}
