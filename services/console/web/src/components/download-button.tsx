import { type ReactNode, useState } from "react";
import { useBusiness } from "../api/business.js";
import { TenantOpsError } from "../api/errors.js";
import { downloadFile } from "../api/files.js";
import { ensureProof, withStepUp } from "../api/step-up.js";
import { useMessages } from "../i18n/messages.js";
import { showError } from "./error-notice.js";
import { showToast } from "./toasts.js";

interface DownloadButtonProps {
  /** Of the REST API, with the query. */
  path: string;
  /** Whether the person must have proved recently who they are. */
  needsProof?: boolean;
  className?: string;
  /** In place of the content while the file is read. */
  busy?: string;
  /** Read out in place of the content. */
  label?: string;
  children: ReactNode;
}

/** Saves a file of the business. While it is read, the button waits. */
export function DownloadButton({ path, needsProof = false, className, busy, label, children }: DownloadButtonProps) {
  const t = useMessages("components");
  const { _id: businessId } = useBusiness().business;
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    const read = () => withStepUp(() => downloadFile(businessId, path));
    await (needsProof ? ensureProof().then(read) : read()).catch((error: unknown) =>
      // Anything else is a connection that broke while the file was read.
      error instanceof TenantOpsError ? showError(error) : showToast(t.downloadBroken, "wrong"),
    );
    setLoading(false);
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      disabled={isLoading}
      aria-busy={isLoading}
      onClick={() => void download()}
    >
      {(isLoading && busy) || children}
    </button>
  );
}
