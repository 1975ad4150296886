// node watchdog.mjs <program> <arguments…>
// Runs one external program and stops it when the supervisor has ended, even by kill -9: standard input is a pipe that the
// supervisor holds open, and the kernel closes it with the supervisor. The first line on stdout is the program's process id.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", 2, 2] });

child.on("spawn", () => process.stdout.write(`${child.pid}\n`));
child.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
// As a shell does: 137 is SIGKILL.
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));

function stopProgram() {
  child.kill("SIGTERM");
  // A program frozen by SIGSTOP does not handle SIGTERM; SIGKILL always works.
  setTimeout(() => child.kill("SIGKILL"), 8_000).unref();
}
process.stdin.on("end", stopProgram).on("error", stopProgram).resume();
// Writing the process id fails when the supervisor has ended already.
process.stdout.on("error", stopProgram);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stopProgram);
