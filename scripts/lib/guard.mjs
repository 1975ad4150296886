// Runs one foreign program and ends it when whoever started this guard is gone, even by kill -9: the guard's standard
// input is a pipe that the supervisor holds open, and the kernel closes it with the supervisor.
//   node guard.mjs <program> <arguments…>     first line on stdout: the program's process id
import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["ignore", 2, 2] });

child.on("spawn", () => process.stdout.write(`${child.pid}\n`));
child.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 : (code ?? 1)));

function end() {
  child.kill("SIGTERM");
  // A frozen program (SIGSTOP) does not see SIGTERM; nothing survives SIGKILL.
  setTimeout(() => child.kill("SIGKILL"), 8_000).unref();
}
process.stdin.on("end", end).on("error", end).resume();
// The supervisor may be gone before it reads the process id.
process.stdout.on("error", end);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end);
