type Settings = Record<string, string>;

/** Where the processes reach MongoDB and NATS, as `host:port`. */
export interface Hosts {
  mongodb: string;
  nats: string;
}

export declare function groupSecretsByProcess(secrets: object): {
  mesh: Settings;
  gateway: Settings;
  flows: Settings;
  analytics: Settings;
  webhooks: Settings;
};
export declare function writeKeyFiles(folder: string, hosts?: Hosts): Promise<void>;
export declare function rotatePasswords(folder: string, step: "begin" | "end", hosts?: Hosts): Promise<void>;
