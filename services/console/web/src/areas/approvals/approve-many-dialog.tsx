import { useState } from "react";
import { hasStatus } from "../../api/errors.js";
import { useChangeBy } from "../../api/public-api.js";
import { ForDevelopers } from "../../components/developers.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { ErrorText } from "../../components/error-notice.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { Asks, useMeasure, useWhat } from "./approval-parts.js";
import type { Approval, ListedApproval } from "./approvals.api.js";
import { PreviewView, usePreviewIds } from "./preview-view.js";

/** What became of one of them. */
type Result = Approval | Error;
type Results = Readonly<Record<string, Result>>;

interface ApproveManyDialogProps {
  approvals: readonly ListedApproval[];
  onClose: () => void;
}

/** Lists what would be approved, approves one after the other, and says what became of each. */
export function ApproveManyDialog({ approvals, onClose }: ApproveManyDialogProps) {
  const { many: t } = useMessages("approvals");
  const { cancel } = useMessages("components");
  const format = useFormat();
  const [results, setResults] = useState<Results>({});
  const write = useApproveMany((id, result) => setResults((last) => ({ ...last, [id]: result })));
  const failed = Object.values(results).filter((result) => result instanceof Error).length;
  return (
    <Dialog title={format.counted(approvals.length, t.title)} onClose={onClose} canClose={!write.isPending}>
      <p className="note">{t.text}</p>
      <ul className="stack">
        {approvals.map((approval) => (
          <Item key={approval._id} approval={approval} result={results[approval._id]} />
        ))}
      </ul>
      <p role="status">
        {write.isPending && t.approving}
        {write.isSuccess && (failed > 0 ? format.counted(failed, t.failed) : t.done)}
      </p>
      <div className="form-actions">
        {write.isSuccess ? (
          <button type="button" className="primary" onClick={onClose}>
            {t.close}
          </button>
        ) : (
          <>
            <button type="button" onClick={onClose} disabled={write.isPending}>
              {cancel}
            </button>
            <button
              type="button"
              className="primary"
              onClick={() => write.mutate(approvals)}
              disabled={write.isPending}
            >
              {t.confirm}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Each is a decision of its own, so that one that is refused does not stop the others. */
function useApproveMany(onResult: (id: string, result: Result) => void) {
  return useChangeBy("console", async (client, approvals: readonly ListedApproval[], { idempotencyKey = "" }) => {
    for (const [index, { _id: approvalId, revision, policyVersion }] of approvals.entries()) {
      const input = { approvalId, decision: "approve", revision, policyVersion } as const;
      try {
        const options = { idempotencyKey: `${idempotencyKey}-${index}` };
        onResult(approvalId, await client.console.decideApproval(input, options));
      } catch (error) {
        if (hasStatus(error, 401)) throw error;
        onResult(approvalId, error as Error);
      }
    }
  });
}

function Item({ approval, result }: { approval: ListedApproval; result: Result | undefined }) {
  const t = useMessages("approvals");
  const describe = useWhat();
  const measure = useMeasure()(approval.measure);
  const ids = usePreviewIds(approval.preview);
  return (
    <li className="card">
      <strong>
        <bdi>{describe(approval)}</bdi>
      </strong>
      {measure !== undefined && ` · ${measure}`}
      <div>
        <Asks by={approval.askedBy} />
      </div>
      {result === undefined ? (
        <details>
          <summary>{t.page.effect}</summary>
          <PreviewView preview={approval.preview} />
          {ids.length > 0 && <ForDevelopers values={ids} />}
        </details>
      ) : (
        <ItemResult result={result} />
      )}
    </li>
  );
}

function ItemResult({ result }: { result: Result }) {
  const { many: t } = useMessages("approvals");
  if (result instanceof Error)
    return (
      <div className="notice wrong">
        <ErrorText error={result} />
      </div>
    );
  return <p className="notice good">{result.status === "pending" ? t.waitsForSecond : t.approved}</p>;
}
