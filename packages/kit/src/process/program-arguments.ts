import { parseArgs } from "node:util";

const options = {
  target: { type: "string" },
  health: { type: "boolean" },
  migrate: { type: "boolean" },
  reconcile: { type: "boolean" },
  business: { type: "string" },
  repair: { type: "boolean" },
  "reencrypt-secrets": { type: "boolean" },
} as const;

type Name = keyof typeof options;
/** What only this job reads. */
const needsReconcile: readonly Name[] = ["business", "repair"];

/**
 * Refuses unknown arguments and arguments without effect: a job whose name is misspelt or has a value (`--migrate=true`) would otherwise start a
 * process that serves, beside the one that does already.
 */
export function assertKnownArguments(args: readonly string[] = process.argv.slice(2)): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const unknown: string[] = [];
  const given = new Set<Name>();
  for (const token of tokens) {
    if (token.kind === "positional") unknown.push(token.value);
    if (token.kind !== "option") continue;
    if (!isName(token.name)) unknown.push(token.rawName);
    else {
      assertValue(token.name, token);
      given.add(token.name);
    }
  }
  if (unknown.length > 0) {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new Error(
      `Unknown argument ${unknown.join(" ")}. There are ${known.join(", ")}; without any, the process serves.`,
    );
  }
  const alone = needsReconcile.filter((name) => given.has(name) && !given.has("reconcile"));
  if (alone.length === 0) {
    // The counters are compared for all businesses together.
    if (given.has("repair") && given.has("business"))
      throw new Error("--repair repairs the counters of all businesses; leave --business out.");
    return;
  }
  const names = alone.map((name) => `--${name}`).join(" and ");
  throw new Error(`${names} ${alone.length === 1 ? "needs" : "need"} --reconcile.`);
}

const isName = (name: string): name is Name => Object.hasOwn(options, name);

function assertValue(name: Name, { value, inlineValue }: { value?: string; inlineValue?: boolean }): void {
  if (options[name].type === "boolean") {
    if (value !== undefined) throw new Error(`--${name} takes no value, and got ${value || "an empty one"}.`);
    return;
  }
  // `--business --repair`: the next argument is no value.
  if (!value || (!inlineValue && value.startsWith("-"))) throw new Error(`--${name} needs a value.`);
}
