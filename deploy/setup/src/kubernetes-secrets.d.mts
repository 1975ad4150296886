export declare function renderKubernetesSecrets(namespace: string): string;
export declare function renderSecretsExample(): string;
