/** Address of a record in the web console. Flow pages, roulettes and courses have their public addresses there. */
export function buildConsoleUrl(consoleUrl: string, type: "roulette" | "course" | "flow", id: string): string {
  return `${consoleUrl}/${type}/${encodeURIComponent(id)}`;
}

/** Public address of the page of a flow. */
export function buildFlowUrl(consoleUrl: string, slug: string): string {
  return buildConsoleUrl(consoleUrl, "flow", slug);
}
