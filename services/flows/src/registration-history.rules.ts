import type { Registration } from "./registrations.types.js";

/** When a registration has ended; undefined while it waits for something, also for a bank that does not answer any more. */
export function findEnd(registration: Registration): Date | undefined {
  const { state, endedAt, completedAt, bank, createdAt } = registration;
  if (state === "pending") return undefined;
  // Records of versions before have no end when they were rejected or have expired: the last that is known of them counts.
  return endedAt ?? completedAt ?? bank?.lastAttemptAt ?? createdAt;
}

/** The first of these registrations, so that their files have about as many bytes; one at least. */
export function takeByFileBytes<Item extends Pick<Registration, "documents">>(
  registrations: readonly Item[],
  bytesMax: number,
): Item[] {
  let bytes = 0;
  const end = registrations.findIndex((registration) => {
    if (bytes >= bytesMax) return true;
    bytes += sumFileBytes([registration]);
    return false;
  });
  return registrations.slice(0, end === -1 ? registrations.length : end);
}

export function sumFileBytes(registrations: readonly Pick<Registration, "documents">[]): number {
  const files = registrations.flatMap(({ documents = [] }) => documents.flatMap(({ file }) => file ?? []));
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
