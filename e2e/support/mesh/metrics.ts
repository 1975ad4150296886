/** The metrics of one process, parsed as Prometheus does. */
export interface Scrape {
  /** Every declared metric, also those without a sample yet. */
  names: Set<string>;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

export async function scrape(adminUrl: string): Promise<Scrape> {
  const response = await fetch(`${adminUrl}/metrics`);
  if (!response.ok) throw new Error(`${adminUrl}/metrics: ${response.status}`);
  return parseMetrics(await response.text());
}

function parseMetrics(text: string): Scrape {
  const names = new Set<string>();
  const samples: Scrape["samples"] = [];
  for (const line of text.split("\n")) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (declared) for (const name of listSampleNames(declared, type)) names.add(name);
    const [, name, labels = "", value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name) samples.push({ name, labels: parseLabels(labels), value: Number(value) });
  }
  return { names, samples };
}

/** A histogram is declared under one name and has samples under three. */
function listSampleNames(name: string, type: string | undefined): string[] {
  return type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
}

function parseLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** The metrics and labels that a PromQL expression uses. */
export function listQueriedMetrics(expression: string): { metric: string; labels: string[] }[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.trim()),
  );
  const ungrouped = expression.replaceAll(/\bby \([^)]*\)/g, "").replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...ungrouped.matchAll(/\b((?:tenantops|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = "", selector = ""]) => ({
      metric,
      labels: [
        // Only bucket samples have the label "le".
        ...grouped.filter((label) => label !== "le" || metric.endsWith("_bucket")),
        ...[...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, name = ""]) => name),
      ],
    }),
  );
}
