import { parseAnswer } from "@tenant-ops/client/session";
import { TenantOpsError } from "./errors.js";

// Files are sent and read as they are, which the client of the public API does not do.

export interface Upload {
  businessId: string;
  /** With the query. */
  path: string;
  file: File;
  idempotencyKey: string;
  /** How much was sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Sends a file from the disk, without reading it into the memory of the page. `fetch` cannot report how much was sent.
 * @throws TenantOpsError
 */
export function uploadFile<Reply>({ businessId, path, file, idempotencyKey, onProgress }: Upload): Promise<Reply> {
  const request = new XMLHttpRequest();
  request.open("POST", path);
  request.setRequestHeader("content-type", "application/octet-stream");
  request.setRequestHeader("x-business-id", businessId);
  request.setRequestHeader("idempotency-key", idempotencyKey);
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  return new Promise((resolve, reject) => {
    const fail = () => reject(createConnectionFailed(idempotencyKey));
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    request.addEventListener("load", () => {
      const headers = new Headers();
      for (const name of ["content-type", "x-request-id", "retry-after"]) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      const answer = { status: request.status, headers, text: request.responseText };
      try {
        resolve(parseAnswer({ method: "POST", path, hasReply: true }, answer) as Reply);
      } catch (error) {
        reject(error);
      }
    });
    request.send(file);
  });
}

function createConnectionFailed(idempotencyKey: string): TenantOpsError {
  const detail = "The connection broke before the answer. Try again.";
  return new TenantOpsError({ code: "connection_failed", detail, idempotencyKey, mayHaveWritten: true });
}

/** Saves a file under the name that the server gives it. A plain link cannot be used, because it would not send the business. @throws TenantOpsError
 */
export async function downloadFile(businessId: string, path: string): Promise<void> {
  const response = await fetch(path, { headers: { "x-business-id": businessId } });
  if (!response.ok) {
    const { status, headers } = response;
    parseAnswer({ method: "GET", path, hasReply: true }, { status, headers, text: await response.text() });
  }
  const [, name = "file"] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveFile(await response.blob(), name);
}

/** Gives a file to the browser, which saves it. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
