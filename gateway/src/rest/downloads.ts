import type { Route } from "@tenant-ops/kit/http";

/**
 * The downloads of one business in this process at once. A download lasts as long as its caller reads, and most hold a connection to a
 * service meanwhile, of which there are few.
 */
export const downloadsPerBusinessMax = 3;

/** Whether the answer is a file, and no JSON. */
export function isDownload({ replies }: Pick<Route, "replies">): boolean {
  return replies[200]?.contentType !== undefined;
}
