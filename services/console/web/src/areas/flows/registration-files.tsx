import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { getErrorText } from "../../api/errors.js";
import { downloadFile } from "../../api/files.js";
import { showToast } from "../../components/toast-store.js";
import { useFormat } from "../../i18n/use-format.js";
import { formatBytes } from "./documents.rules.js";
import type { Registration } from "./flows.api.js";
import { useFlowMessages } from "./messages/index.js";

type RequestedFile = Registration["files"][number];

/** The documents that a visitor was asked for. */
export function RegistrationFiles({ registration: { _id: id, slug, files } }: { registration: Registration }) {
  const t = useFlowMessages().registrations;
  const path = `/v1/public/flows/${encodeURIComponent(slug)}/registrations/${id}/files`;
  return (
    <ul aria-label={t.files}>
      {files.map(({ field, text, file }) => (
        <li key={field}>
          <span className="note">{text}:</span> {file ? <FileLink path={path} text={text} file={file} /> : t.notSent}
        </li>
      ))}
    </ul>
  );
}

interface FileLinkProps {
  path: string;
  text: string;
  file: NonNullable<RequestedFile["file"]>;
}

function FileLink({ path, text, file: { _id: id, mediaType, bytes } }: FileLinkProps) {
  const { documents, registrations } = useFlowMessages();
  const format = useFormat();
  const { _id: businessId } = useBusiness().business;
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    await downloadFile(businessId, `${path}/${id}`).catch((error: Error) => showToast(getErrorText(error), "wrong"));
    setLoading(false);
  };
  return (
    <button
      type="button"
      className="link"
      aria-label={registrations.download(text)}
      disabled={isLoading}
      onClick={() => void download()}
    >
      {documents.types[mediaType]}, {formatBytes(bytes, format)}
    </button>
  );
}
