import type { Registration } from "./registrations.rules.js";

/** When a registration has ended; undefined while it is pending, also when its bank does not answer any more. */
export function findEnd(registration: Registration): Date | undefined {
  const { state, endedAt, completedAt, createdAt } = registration;
  if (state === "pending") return undefined;
  return endedAt ?? completedAt ?? createdAt;
}

/** The first of these registrations, until their files reach `bytesMax`; the last one may exceed it, so there is at least one. */
export function limitByFileBytes<Item extends Pick<Registration, "documents">>(
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
