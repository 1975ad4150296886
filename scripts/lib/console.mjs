// What the commands print: one line per step, with the time it took.
const isPlain = !process.stdout.isTTY || process.env.NO_COLOR !== undefined;
const createStyle = (code) => (text) => (isPlain ? text : `\u001b[${code}m${text}\u001b[0m`);

export const bold = createStyle("1");
export const dim = createStyle("2");
export const red = createStyle("31");
export const green = createStyle("32");

// The reader has enough, as in `npm run where | head -3`. Without this, the command would end with a stack trace.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

export function print(line = "") {
  process.stdout.write(`${line}\n`);
}

/** `  mongod      8.2.6, from the cache` */
export function printStep(name, text) {
  print(`  ${name.padEnd(12)} ${text}`);
}

export const formatElapsed = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs `work`, then prints the text it returned and how long it took. */
export async function runStep(name, work) {
  const since = performance.now();
  const text = await work();
  printStep(name, `${text ?? "done"} ${dim(`(${formatElapsed(since)})`)}`);
}

/** A failure that the user can act on: which part, why, and what to do. */
export class Failure extends Error {
  constructor(part, why, ...whatToDo) {
    super(`${part}: ${why}`);
    this.part = part;
    this.why = why;
    this.whatToDo = whatToDo;
  }
}

export function printFailure(what, error) {
  const failure = toFailure(error);
  process.stderr.write(`\n${red(`${what} failed: ${failure.part}`)}\n`);
  process.stderr.write(`  why  ${failure.why.replaceAll("\n", "\n       ")}\n`);
  for (const action of failure.whatToDo) process.stderr.write(`  do   ${action.replaceAll("\n", "\n       ")}\n`);
}

function toFailure(error) {
  if (error instanceof Failure) return error;
  if (error?.code?.startsWith?.("ERR_PARSE_ARGS_")) return new Failure("arguments", error.message.split(". ", 1)[0]);
  if (["EACCES", "EPERM", "EROFS"].includes(error?.code) && error.path)
    return new Failure(
      "files",
      `no access to ${error.path} (${error.code})`,
      "give this user the right to read and write it",
    );
  return new Failure("scripts", error?.stack ?? String(error));
}
