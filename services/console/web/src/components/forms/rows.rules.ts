/** Moves one item of a list a place to the front. */
export function moveUp<Item>(items: readonly Item[], index: number): Item[] {
  const item = items[index];
  const before = items[index - 1];
  if (item === undefined || before === undefined) return [...items];
  return items.with(index - 1, item).with(index, before);
}

/** An id for a new row: one more than the largest. */
export const createRowId = (rows: readonly { id: number }[]): number => Math.max(-1, ...rows.map(({ id }) => id)) + 1;

/** The list with the value added or taken away. */
export const toggle = <Value>(values: readonly Value[], value: Value, isChosen: boolean): Value[] =>
  isChosen ? [...values, value] : values.filter((one) => one !== value);
