/**
 * Chooses the next requests, at most one per business: first the businesses that were processed longest ago, and of each the request that is due
 * longest. So many requests of one business do not delay those of others.
 * @param due sorted by due time, the earliest first
 */
export function chooseFairly<Request extends { businessId: string }>(
  due: readonly Request[],
  workedAt: ReadonlyMap<string, number>,
  count: number,
): Request[] {
  const first = new Map(due.toReversed().map((request) => [request.businessId, request]));
  const lastWorkedAt = ({ businessId }: Request): number => workedAt.get(businessId) ?? 0;
  return due
    .filter((request) => first.get(request.businessId) === request)
    .toSorted((one, other) => lastWorkedAt(one) - lastWorkedAt(other))
    .slice(0, count);
}
