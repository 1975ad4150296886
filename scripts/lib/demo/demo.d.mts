export declare function ensureDemo(where: {
  gatewayUrl: string;
  operatorUrl: string;
  operatorKey: string;
  dataDir: string;
}): Promise<{ businessId: string; key: string; testKey: string; added: string[] }>;
