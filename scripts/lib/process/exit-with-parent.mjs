// node --import ./scripts/lib/process/exit-with-parent.mjs dist/main.js
// Stops one of our own processes when its supervisor has ended, even by kill -9: the supervisor holds the other end of
// standard input. Not used in production.
function stop() {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), 8_000).unref();
}
process.stdin.on("end", stop).on("error", stop).resume();
// Listening on standard input must not by itself keep the process running.
process.stdin.unref?.();
