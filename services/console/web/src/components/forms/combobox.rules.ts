/**
 * The option that an arrow key leads to, in a circle. -1 is none, and undefined means that the key does not move.
 * @param active the option before, or -1
 */
export function moveActive(key: string, active: number, count: number): number | undefined {
  if (key !== "ArrowDown" && key !== "ArrowUp") return undefined;
  if (count === 0) return -1;
  if (key === "ArrowDown") return (active + 1) % count;
  return active <= 0 ? count - 1 : active - 1;
}
