import { useState } from "react";
import { useBusiness } from "../../../api/business.js";
import { useRecords } from "../../../api/public-api.js";
import { DataTable } from "../../../components/data-table.js";
import { lazyDialog } from "../../../components/dialogs/lazy-dialog.js";
import { DownloadButton } from "../../../components/download-button.js";
import { Section } from "../../../components/page.js";
import { Time } from "../../../components/time.js";
import { useFormat } from "../../../i18n/locale.js";
import { useMessages } from "../../../i18n/messages.js";
import { type DocumentVersion, type FlowDocument, toDocumentsPath } from "./documents.api.js";
import { formatBytes } from "./documents.rules.js";

const loadDialogs = () => import("./document-dialogs.js");
const NewDocumentDialog = lazyDialog(async () => (await loadDialogs()).NewDocumentDialog);
const dialogs = {
  change: lazyDialog(async () => (await loadDialogs()).DocumentDialog),
  version: lazyDialog(async () => (await loadDialogs()).NewVersionDialog),
  remove: lazyDialog(async () => (await loadDialogs()).RemoveDocumentDialog),
};
type Opened = { name: keyof typeof dialogs; document: FlowDocument };

/** What the page of a flow links, and what visitors accept. */
export function DocumentsSection({ slug }: { slug: string }) {
  const t = useMessages("flows").documents;
  const mayWrite = useBusiness().can("flows:write");
  const list = useRecords("flows", "listDocuments", { slug });
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const OpenDialog = opened && dialogs[opened.name];
  const add = mayWrite && (
    <button type="button" onClick={() => setAdding(true)}>
      {t.add}
    </button>
  );
  return (
    <Section id="documents" title={t.title} lead={t.lead} actions={add}>
      <DataTable
        words={{ caption: t.title, fields: t.fields }}
        columns={{
          document: ({ title, kind }) => (
            <div>
              {title || t.kinds[kind]}
              {title && <span className="note"> · {t.kinds[kind]}</span>}
            </div>
          ),
          acceptance: ({ requiresAcceptance }) => (requiresAcceptance ? t.required : t.notRequired),
          versions: (document) => <DocumentVersions slug={slug} document={document} />,
        }}
        actions={mayWrite && ((document) => <Actions {...{ document, setOpened }} />)}
        list={list}
        empty={<p className="note">{t.none}</p>}
      />
      {isAdding && <NewDocumentDialog slug={slug} onClose={() => setAdding(false)} />}
      {OpenDialog && <OpenDialog slug={slug} document={opened.document} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function Actions({ document, setOpened }: { document: FlowDocument; setOpened: (opened: Opened) => void }) {
  const t = useMessages("flows");
  const name = document.title || t.documents.kinds[document.kind];
  const actions = { version: t.documents.newVersion, change: t.edit, remove: t.documents.remove } as const;
  return (
    <div className="row-actions">
      {(["version", "change", "remove"] as const).map((action) => (
        <button
          key={action}
          type="button"
          aria-label={`${actions[action]}: ${name}`}
          onClick={() => setOpened({ name: action, document })}
        >
          {actions[action]}
        </button>
      ))}
    </div>
  );
}

interface DocumentVersionsProps {
  slug: string;
  document: FlowDocument;
}

/** The present version, and the earlier ones, which visitors may have accepted. */
function DocumentVersions({ slug, document: { _id: id, versions } }: DocumentVersionsProps) {
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
