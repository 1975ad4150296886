export declare function makeSecrets(): Record<string, string>;
