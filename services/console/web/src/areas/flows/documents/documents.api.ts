import type { Reply } from "../../../api/public-api.js";

export type FlowDocument = Reply<"flows", "getDocument">;
export type DocumentVersion = FlowDocument["versions"][number];
export type DocumentKind = FlowDocument["kind"];

export const documentKinds = ["terms", "privacy", "permit"] as const satisfies readonly DocumentKind[];

export const toDocumentsPath = (slug: string, id?: string): string =>
  `/v1/public/flows/${encodeURIComponent(slug)}/documents${id ? `/${id}` : ""}`;
