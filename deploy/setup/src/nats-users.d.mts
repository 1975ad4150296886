interface Permissions {
  publish: string[];
  subscribe: string[];
}

/** By process. */
export declare const natsPermissions: Record<string, Permissions>;

export declare function renderNatsUsers(
  accounts: readonly { process: string; user: string; password: string }[],
): string;
