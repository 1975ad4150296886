// node --import ./scripts/lib/exit-with-parent.mjs dist/main.js
// Asks our own process to stop when its supervisor is gone, even by kill -9: the supervisor holds the other end of
// standard input. Production does not load this file.
function end() {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 8_000).unref();
}
process.stdin.on("end", end).on("error", end).resume();
// Watching must not keep a process alive that has nothing else to do.
process.stdin.unref?.();
