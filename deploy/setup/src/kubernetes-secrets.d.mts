export declare function kubernetesSecrets(namespace: string): string;
