/** The id of a new module: the first `m-1`, `m-2` … that the course does not have. */
export function createModuleId(known: readonly string[]): string {
  for (let number = known.length + 1; ; number += 1) {
    const id = `m-${number}`;
    if (!known.includes(id)) return id;
  }
}
