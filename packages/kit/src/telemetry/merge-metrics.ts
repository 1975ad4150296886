/**
 * One exposition of several registries that may have metrics of the same name with different labels. Prometheus reads a metric only when all of its
 * lines are adjacent.
 */
export function mergeMetrics(expositions: readonly string[]): string {
  const groups = new Map<string, { comments: string[]; samples: string[] }>();
  let group = { comments: [] as string[], samples: [] as string[] };
  for (const line of expositions.flatMap((text) => text.split("\n"))) {
    const [, keyword, name = ""] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (keyword === "HELP") {
      group = groups.get(name) ?? { comments: [], samples: [] };
      groups.set(name, group);
    }
    if (keyword === undefined) group.samples.push(line);
    else if (!group.comments.includes(line)) group.comments.push(line);
  }
  const lines = [...groups.values()].flatMap(({ comments, samples }) => [...comments, ...samples]);
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}
