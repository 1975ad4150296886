export function isProcessAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error.code === "EPERM";
  }
}
