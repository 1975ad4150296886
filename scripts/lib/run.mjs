import { spawn } from "node:child_process";

/**
 * Runs a command to its end and returns `{ code, stdout, stderr }`; never throws.
 * A program that does not exist is an exit code of 127 with the reason in `stderr`, as in a shell.
 */
export function run(command, args, { timeoutMs, inherit = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = inherit ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, { stdio, timeout: timeoutMs, ...options });
    const collected = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name]?.setEncoding("utf8").on("data", (text) => (collected[name] += text));
    }
    child.on("error", (error) => resolve({ code: 127, ...collected, stderr: collected.stderr + error.message }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, signal, ...collected }));
  });
}

export const lastLines = (text, count = 12) => text.trim().split("\n").slice(-count).join("\n");

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until `ask` returns something; the last error is the reason when it never does. */
export async function until(what, ask, { timeoutMs = 20_000, everyMs = 50, giveUp = () => undefined } = {}) {
  const end = performance.now() + timeoutMs;
  let reason = "no answer";
  while (performance.now() < end) {
    const stop = giveUp();
    if (stop) throw new Error(stop);
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      reason = error.message;
    }
    await sleep(everyMs);
  }
  throw new Error(`${what} did not happen within ${timeoutMs / 1000} s (${reason})`);
}
