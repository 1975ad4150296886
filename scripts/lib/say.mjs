// What a person sees while the commands work: one line per thing done, with its time.
const plain = !process.stdout.isTTY || process.env.NO_COLOR !== undefined;
const paint = (code) => (text) => (plain ? text : `\u001b[${code}m${text}\u001b[0m`);

export const bold = paint("1");
export const dim = paint("2");
export const red = paint("31");
export const green = paint("32");
export const yellow = paint("33");

export function say(line = "") {
  process.stdout.write(`${line}\n`);
}

/** `  mongod      8.2.6, from the cache` */
export function note(part, text) {
  say(`  ${part.padEnd(12)} ${text}`);
}

export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs `work`, then says what came of it and how long it took. `work` returns the text of the line. */
export async function timed(part, work) {
  const since = performance.now();
  const text = await work();
  note(part, `${text ?? "done"} ${dim(`(${seconds(since)})`)}`);
}

/** A failure that a person can act on: which part, why, and what to do about it. */
export class Failure extends Error {
  constructor(part, why, ...whatToDo) {
    super(`${part}: ${why}`);
    this.part = part;
    this.why = why;
    this.whatToDo = whatToDo;
  }
}

export function sayFailure(what, error) {
  const failure = error instanceof Failure ? error : new Failure("scripts", error?.stack ?? String(error));
  process.stderr.write(`\n${red(`${what} failed: ${failure.part}`)}\n`);
  process.stderr.write(`  why  ${failure.why.replaceAll("\n", "\n       ")}\n`);
  for (const action of failure.whatToDo) process.stderr.write(`  do   ${action.replaceAll("\n", "\n       ")}\n`);
}
