import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const python = "other-languages/.venv/bin/python";
const javaLibraries = "other-languages/java/target/dependency";

/**
 * Clients in other languages, by name: a program that has to be installed, and its arguments. docs/connections.md says how to install them.
 * `needs`: what that installs, where it is not the program. `checksAnswers`: it checks each answer against the outputSchema of its tool.
 */
export const programs = {
  "go-sdk": { command: "other-languages/go/client-matrix", args: [], checksAnswers: true },
  "java-sdk": {
    command: "java",
    args: ["-cp", `${javaLibraries}/*`, "other-languages/java/ClientMatrix.java"],
    needs: javaLibraries,
    checksAnswers: true,
  },
  "python-fastmcp": { command: python, args: ["other-languages/python_fastmcp.py"] },
  "python-sdk": { command: python, args: ["other-languages/python_sdk.py"], checksAnswers: true },
};

/** What the checks need, from a program that answers each line with a line. */
export function startProgram({ command, args, checksAnswers }, key) {
  const env = { ...process.env, MCP_KEY: key };
  const program = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], env });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    program.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${command} has ended`);
    return JSON.parse(value);
  };
  return {
    checksAnswers,
    listNames: () => ask({ op: "list" }),
    call: (name, given) => ask({ op: "call", name, arguments: given }),
    close: () => program.stdin.end(),
  };
}
