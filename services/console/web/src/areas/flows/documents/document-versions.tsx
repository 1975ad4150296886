import { DownloadButton } from "../../../components/download-button.js";
import { Time } from "../../../components/time.js";
import { useFormat } from "../../../i18n/locale.js";
import { useMessages } from "../../../i18n/messages.js";
import { type DocumentVersion, type FlowDocument, toDocumentsPath } from "./documents.api.js";
import { formatBytes } from "./documents.rules.js";

interface DocumentVersionsProps {
  slug: string;
  document: FlowDocument;
}

/** The present version, and the earlier ones, which visitors may have accepted. */
export function DocumentVersions({ slug, document: { _id: id, versions } }: DocumentVersionsProps) {
  const t = useMessages("flows").documents;
  const format = useFormat();
  const path = `${toDocumentsPath(slug, id)}/versions`;
  const [current, ...earlier] = versions.toReversed();
  return (
    <div>
      {current && <Version path={path} version={current} />}
      {earlier.length > 0 && (
        <details>
          <summary>{t.earlier(format.number(earlier.length))}</summary>
          {earlier.map((version) => (
            <Version key={version.sha256} path={path} version={version} />
          ))}
        </details>
      )}
    </div>
  );
}

function Version({ path, version }: { path: string; version: DocumentVersion }) {
  const t = useMessages("flows").documents;
  const format = useFormat();
  const { sha256, bytes, mediaType, uploadedAt } = version;
  const hash = sha256.slice(0, 8);
  return (
    <p>
      <DownloadButton className="link" path={`${path}/${sha256}`}>
        {t.types[mediaType]}, {formatBytes(bytes, format)} <span className="hidden">{t.downloadVersion(hash)}</span>
      </DownloadButton>{" "}
      <span className="note">
        <code>{hash}</code> · <Time value={uploadedAt} />
      </span>
    </p>
  );
}
