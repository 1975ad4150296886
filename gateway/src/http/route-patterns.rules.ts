// The patterns of paths of Fastify: `/a/:id/*`.

/** A regular expression that matches the same paths as Fastify's router. */
export function toRoutePattern(url: string): RegExp {
  const parts = url.split(/(:[^/]+|\*)/).map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}

/** Without the names of parameters. */
const toSegments = (url: string): string[] => url.split("/").map((part) => (part.startsWith(":") ? ":" : part));

export const matchesSamePaths = (url: string, other: string): boolean =>
  toSegments(url).join("/") === toSegments(other).join("/");

/** A text has priority over a parameter, and that over the rest of a path. */
function rankSegment(segment: string | undefined): number {
  if (segment === undefined || segment === "*") return 2;
  return segment === ":" ? 1 : 0;
}

/**
 * For two patterns that a path can match: negative when the first has priority, as in Fastify's router.
 * @returns 0 for patterns that match the same paths, and for those that no path matches both
 */
export function compareSpecificity(url: string, other: string): number {
  const [own, others] = [toSegments(url), toSegments(other)];
  for (let index = 0; index < Math.max(own.length, others.length); index += 1) {
    const [one, two] = [own[index], others[index]];
    const difference = rankSegment(one) - rankSegment(two);
    if (difference !== 0) return one === undefined || two === undefined ? 0 : difference;
    if (one !== two) return 0;
    if (one === "*") return 0;
  }
  return 0;
}
