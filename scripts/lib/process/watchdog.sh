# sh watchdog.sh <program> <arguments…>
# Runs one external program and stops it when the supervisor has ended, even by kill -9: standard input is a pipe that the
# supervisor holds open, and the kernel closes it with the supervisor. The first line on stdout is the program's process id.
# A shell, because Node needs 16 MB for the same. The supervisor starts it in a process group of its own.

"$@" </dev/null >&2 &
program=$!
exec 3<&0

stop() {
  kill -TERM "$program"
  # A program frozen by SIGSTOP does not handle SIGTERM; SIGKILL always works.
  sleep 8
  kill -KILL "$program"
}

# Writing the process id fails when the supervisor has ended already; the signal would end the shell before `stop`.
{
  trap '' PIPE
  echo "$program" && while read -r _; do :; done <&3
  stop 2>/dev/null
} &
exec >&2
trap 'stop 2>/dev/null &' TERM INT HUP

# A signal ends `wait` before the program has ended.
while
  wait "$program"
  code=$?
  kill -0 "$program" 2>/dev/null
do :; done

# To what still waits in the background.
trap '' TERM
kill -TERM 0
exit "$code"
