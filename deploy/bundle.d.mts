import type { BuildResult } from "esbuild";

export declare const programs: Record<
  "gateway" | "supply" | "roulettes" | "learning" | "flows" | "webhooks" | "setup",
  string
>;
export declare function bundle(name: string, outfile: string): Promise<BuildResult & { metafile: { outputs: object } }>;
