/** The file of a program (`supply`, `gateway`, `all`) to run: its build, and in `npm test` the bundle, which starts faster. */
export function findEntry(program: string): string;
