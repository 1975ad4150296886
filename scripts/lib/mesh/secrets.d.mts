export declare function generateSecrets(): Record<string, string>;
/** Those of a data folder; new ones when it has none. */
export declare function loadSecrets(dataDir: string): Promise<Record<string, string>>;
