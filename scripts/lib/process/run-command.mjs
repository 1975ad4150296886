import { spawn } from "node:child_process";

/**
 * Runs a command to its end and returns `{ code, stdout, stderr }`; never throws. A program that does not exist gives
 * exit code 127 and the reason in `stderr`, as in a shell.
 */
export function runCommand(command, args, { timeoutMs, inherit = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = inherit ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, { stdio, timeout: timeoutMs, ...options });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name]?.setEncoding("utf8").on("data", (text) => (output[name] += text));
    }
    child.on("error", (error) => resolve({ code: 127, ...output, stderr: output.stderr + error.message }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, signal, ...output }));
  });
}

/** Resolves with the exit code or the name of the signal; 127 when the program could not be started. */
export const waitForExit = (child) =>
  new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", (code, signal) => resolve(signal ?? code));
  });

export const takeLastLines = (text, count = 12) => text.trim().split("\n").slice(-count).join("\n");
