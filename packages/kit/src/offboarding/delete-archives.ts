import { countArchives, deleteAllFiles, findElsewhere, hasArchives, requirePlace } from "../retention/index.js";
import type { PassStep, PrivacyOptions } from "../privacy/index.js";
import { countDeleted } from "./deletion-run.js";

/**
 * Deletes the archives of a business, before the records that name them. It also deletes files that no record names, which a crash can
 * have left.
 */
export function deleteArchives({ db, life, service, archives }: PrivacyOptions, requestId: string): PassStep {
  return async (call, position, isOver) => {
    if (!hasArchives(life)) return undefined;
    if (!archives) {
      // Otherwise the receipt would say that nothing remains.
      if ((await countArchives(db.scope(call))) > 0)
        throw new Error("the business has archives, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
      return undefined;
    }
    const elsewhere = await findElsewhere(db.scope(call), archives.location);
    if (elsewhere) requirePlace(elsewhere, archives.location);
    const { businessId } = call;
    for (;;) {
      const deleted = await deleteAllFiles(archives, { businessId, service }, isOver);
      await countDeleted({ db, call, requestId, isOver }, "archiveFiles", deleted);
      if (deleted === 0) return undefined;
      if (isOver()) return position ?? businessId;
    }
  };
}
