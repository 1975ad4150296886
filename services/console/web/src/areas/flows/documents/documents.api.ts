import { type Input, type Reply, useChange, useRecords } from "../../../api/public-api.js";

export type FlowDocument = Reply<"flows", "getDocument">;
export type DocumentVersion = FlowDocument["versions"][number];
export type DocumentKind = FlowDocument["kind"];

export const documentKinds = ["terms", "privacy", "permit"] as const satisfies readonly DocumentKind[];

export const toDocumentsPath = (slug: string, id?: string): string =>
  `/v1/public/flows/${encodeURIComponent(slug)}/documents${id ? `/${id}` : ""}`;

/** A flow has at most ten. */
export const useDocuments = (slug: string) =>
  useRecords(["flows", "one", slug, "documents"], {}, ({ flows }, input, settings) =>
    flows.listDocuments({ slug, ...input }, settings),
  );

export const useUpdateDocument = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "updateDocument">, options) => flows.updateDocument(input, options),
    onDone,
  );

export const useDeleteDocument = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "deleteDocument">, options) => flows.deleteDocument(input, options),
    onDone,
  );
