type Settings = Record<string, string>;

export declare function groupSecretsByProcess(secrets: object): {
  mesh: Settings;
  gateway: Settings;
  flows: Settings;
  webhooks: Settings;
};
export declare function writeKeyFiles(folder: string): Promise<void>;
