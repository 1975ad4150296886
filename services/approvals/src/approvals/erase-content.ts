import type { ErasureContext, StoredRecord } from "@tenant-ops/kit/data";
import { erased } from "./approvals.rules.js";
import { changeApproval, findApproval } from "./approvals.store.js";

/** While it is being carried out, its arguments are needed: an erasure finds it again when that has ended. */
export async function eraseContent({ scope }: ErasureContext, { _id }: StoredRecord): Promise<null> {
  const found = await findApproval(scope, _id);
  if (found && found.status !== "approved") await changeApproval(scope, found, erased(found, scope.now));
  return null;
}
