import type { Metafile } from "esbuild";

export declare function listBundledPackages(metafile: Metafile): string[];
export declare function renderThirdPartyNotices(root: string, metafile: Metafile): Promise<string>;
