import { storedWithoutCaller } from "@tenant-ops/rest/budgets";

export interface DeclaredPage {
  url: string;
  methods: string[];
}

/**
 * The routes of a service that need no credential, with the methods that it takes: other methods are refused here, before their body is read, with
 * exactly those in `Allow`.
 */
export function listDeclaredPages(service: string): DeclaredPage[] {
  const declared: Readonly<Record<string, object>> = storedWithoutCaller;
  const methods = new Map<string, string[]>();
  for (const name of Object.keys(declared[service] ?? {})) {
    const [method = "", url = ""] = name.split(" ");
    methods.set(url, [...(methods.get(url) ?? []), method]);
  }
  return [...methods].map(([url, taken]) => ({ url, methods: taken }));
}
