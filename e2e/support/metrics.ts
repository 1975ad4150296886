/** One scrape of one process, as Prometheus would read it. */
export interface Scrape {
  /** Every metric it knows, also those that have no sample yet. */
  names: Set<string>;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

export async function scrape(adminUrl: string): Promise<Scrape> {
  const response = await fetch(`${adminUrl}/metrics`);
  if (!response.ok) throw new Error(`${adminUrl}/metrics: ${response.status}`);
  return read(await response.text());
}

function read(text: string): Scrape {
  const names = new Set<string>();
  const samples: Scrape["samples"] = [];
  for (const line of text.split("\n")) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (declared) for (const name of written(declared, type)) names.add(name);
    const [, name, labels = "", value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (name) samples.push({ name, labels: labelsIn(labels), value: Number(value) });
  }
  return { names, samples };
}

/** A histogram is declared under one name and written under three. */
function written(name: string, type: string | undefined): string[] {
  return type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name];
}

function labelsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** The metrics and labels that a PromQL expression asks for. */
export function askedFor(expression: string): { metric: string; labels: string[] }[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.trim()),
  );
  const bare = expression.replaceAll(/\bby \([^)]*\)/g, "").replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...bare.matchAll(/\b((?:tenantops|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = "", selector = ""]) => ({
      metric,
      labels: [
        // The bound of a bucket is on nothing else, whatever the rest of the expression groups by.
        ...grouped.filter((label) => label !== "le" || metric.endsWith("_bucket")),
        ...[...selector.matchAll(/(\w+)\s*[=!]/g)].map(([, name = ""]) => name),
      ],
    }),
  );
}
