/** The id of a new module: the first `m-1`, `m-2` … that the course does not have. */
export function createModuleId(known: readonly string[]): string {
  for (let number = known.length + 1; ; number += 1) {
    const id = `m-${number}`;
    if (!known.includes(id)) return id;
  }
}

/** Moves one item of a list a place to the front. */
export function moveUp<Item>(items: readonly Item[], index: number): Item[] {
  const item = items[index];
  const before = items[index - 1];
  if (item === undefined || before === undefined) return [...items];
  return items.with(index - 1, item).with(index, before);
}
