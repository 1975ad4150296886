export declare function renderKubernetesSecrets(namespace: string): string;
