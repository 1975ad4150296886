export declare function formatPublicKeys(service: string, secrets: Record<string, string>): string;
export declare function formatAllPublicKeys(secrets: Record<string, string>): Record<string, string>;
