interface Records {
  [kind: string]: Record<string, unknown>[];
}

export function checkRecords(business: object): Promise<{ problems: string[]; records: Records }>;
export function checkStock(business: object, records: Records): Promise<string[]>;
export function checkEvents(business: object, records: Records, waitMs?: number): Promise<string[]>;
export function checkSums(mesh: { mongodbUrl: string; databasePrefix: string }): Promise<string[]>;
