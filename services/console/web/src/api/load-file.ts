import { mayReload } from "./load-file.rules.js";

/** A file of the application could not be loaded: the network failed, or a new version has replaced it. Only a new load of the page mends it. */
export class MissingFile extends Error {}

/** Loads a file of the application that is not needed at the start. @throws MissingFile */
export async function loadFile<Content>(load: () => Promise<Content>): Promise<Content> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingFile("a file of the application could not be loaded", { cause });
  }
}

const storageKey = "reloadedAt";

/** Loads the page again unless that was just done: a file that is missing for good must not make a loop. */
export function reloadOnce(): void {
  const last = Number.parseInt(sessionStorage.getItem(storageKey) ?? "", 10);
  if (!mayReload(last, Date.now())) return;
  sessionStorage.setItem(storageKey, String(Date.now()));
  location.reload();
}
