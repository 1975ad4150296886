/** The file of a program (`supply`, `gateway`, `all`) to run. `programs`: see mesh.d.mts. */
export function findEntry(program: string, programs?: "bundles" | "modules"): string;
