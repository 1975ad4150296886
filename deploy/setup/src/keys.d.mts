type Settings = Record<string, string>;

export declare function settingsOf(secrets: object): {
  mesh: Settings;
  gateway: Settings;
  flows: Settings;
  webhooks: Settings;
};
export declare function writeKeys(folder: string): Promise<void>;
