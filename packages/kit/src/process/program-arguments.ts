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

/** Refuses what no program knows: a job whose name is misspelt would otherwise start a process that serves, beside the one that does already. */
export function assertKnownArguments(args: readonly string[] = process.argv.slice(2)): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const unknown = tokens.flatMap((token) => {
    if (token.kind === "option") return Object.hasOwn(options, token.name) ? [] : [token.rawName];
    return token.kind === "positional" ? [token.value] : [];
  });
  if (unknown.length === 0) return;
  const known = Object.keys(options).map((name) => `--${name}`);
  throw new Error(
    `Unknown argument ${unknown.join(" ")}. There are ${known.join(", ")}; without any, the process serves.`,
  );
}
