import type { RunningService } from "../process/service.types.js";

const writeCommands = new Set(["insert", "update", "delete", "findAndModify", "bulkWrite"]);

/** Watches the commands themselves, so a write to any collection is found. */
export async function writesDuring(
  running: RunningService<unknown>,
  businessId: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  const stop = running.context.db.watchCommands(({ commandName, command }) => {
    // Leases and the updates of the outbox relay are written all the time; they name no business.
    if (writeCommands.has(commandName) && JSON.stringify(command).includes(businessId)) seen.push(commandName);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return seen;
}
