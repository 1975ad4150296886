/** Lets those who want the same thing come one after another, in the order in which they asked. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when it is this caller's turn. The turn ends when the returned function is called. */
  async acquire(name: string): Promise<() => void> {
    const before = this.#last.get(name);
    let end: () => void = () => undefined;
    const own = new Promise<void>((resolve) => (end = resolve));
    const upToOwn = (before ?? Promise.resolve()).then(() => own);
    this.#last.set(name, upToOwn);
    await before;
    return () => {
      end();
      if (this.#last.get(name) === upToOwn) this.#last.delete(name);
    };
  }
}
