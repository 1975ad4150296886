import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** How many records the databases have, and their size before MongoDB compresses them. */
export async function measureDatabases(client, names) {
  const stats = await Promise.all(names.map((name) => client.db(name).stats()));
  const sum = (field) => stats.reduce((total, one) => total + one[field], 0);
  return { records: sum("objects"), megabytes: Math.round(sum("dataSize") / 1e6) };
}

/** MB of all files. */
export function measureFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return Math.round(bytes / 1e6);
}
