export declare function generateSecrets(): Record<string, string>;
