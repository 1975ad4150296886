import type { BuildResult, Metafile } from "esbuild";

export declare const root: string;
export declare const programs: Record<
  | "gateway"
  | "accounts"
  | "approvals"
  | "supply"
  | "roulettes"
  | "learning"
  | "flows"
  | "webhooks"
  | "analytics"
  | "all"
  | "setup",
  string
>;
export declare const programsFolder: string;
export declare function bundle(name: string, outfile: string): Promise<BuildResult & { metafile: Metafile }>;
