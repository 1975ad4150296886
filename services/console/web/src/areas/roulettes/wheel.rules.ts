export interface Sector {
  /** Place of the gift in the roulette. */
  index: number;
  /** The outline, for a circle with radius 100 around 0,0 that begins at the top. */
  path: string;
  /** Where the middle of the sector is, for its label. */
  x: number;
  y: number;
}

const radius = 100;
const labelRadius = 68;

/** One sector per gift with a chance; gifts without one have no place on the wheel. */
export function toSectors(chances: readonly number[]): Sector[] {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  if (total <= 0) return [];
  let from = 0;
  return chances.flatMap((chance, index) => {
    if (chance <= 0) return [];
    const to = from + chance / total;
    const middle = toPoint((from + to) / 2, labelRadius);
    const sector = { index, path: toPath(from, to), ...middle };
    from = to;
    return [sector];
  });
}

/** @param from parts of a turn, 0 to 1 */
function toPath(from: number, to: number): string {
  // An arc that ends where it begins is not drawn, so a whole circle is two arcs.
  if (to - from > 0.9999)
    return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;
  const start = toPoint(from, radius);
  const end = toPoint(to, radius);
  const isLarge = to - from > 0.5 ? 1 : 0;
  return `M0 0L${start.x} ${start.y}A${radius} ${radius} 0 ${isLarge} 1 ${end.x} ${end.y}Z`;
}

function toPoint(turn: number, distance: number): { x: number; y: number } {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return { x: round(Math.cos(angle) * distance), y: round(Math.sin(angle) * distance) };
}

// Without `+ 0`, a small negative number would be written as -0.
const round = (value: number): number => Math.round(value * 100) / 100 + 0;
