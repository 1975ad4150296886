/**
 * The next requests, of one business each: of businesses whose turn was longest ago, the one that waits longest. Many requests of one
 * business delay no other.
 * @param due those that wait longest first
 */
export function chooseInTurn<Request extends { businessId: string }>(
  due: readonly Request[],
  workedAt: ReadonlyMap<string, number>,
  count: number,
): Request[] {
  const first = new Map(due.toReversed().map((request) => [request.businessId, request]));
  const lastTurn = ({ businessId }: Request): number => workedAt.get(businessId) ?? 0;
  return due
    .filter((request) => first.get(request.businessId) === request)
    .toSorted((one, other) => lastTurn(one) - lastTurn(other))
    .slice(0, count);
}
