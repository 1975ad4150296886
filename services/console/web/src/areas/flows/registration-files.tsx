import { DownloadButton } from "../../components/download-button.js";
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
  return (
    <DownloadButton className="link" path={`${path}/${id}`} label={registrations.download(text)}>
      {documents.types[mediaType]}, {formatBytes(bytes, format)}
    </DownloadButton>
  );
}
