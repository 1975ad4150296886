import { useState, useSyncExternalStore } from "react";

let isPressed = false;
const listeners = new Set<() => void>();

function setPressed(next: boolean): void {
  isPressed = next;
  for (const listener of listeners) listener();
}

const release = () => {
  // After the click, which the browser dispatches behind this event.
  setTimeout(() => setPressed(false));
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("pointerdown", press, true);
    addEventListener("pointerup", release, true);
    addEventListener("pointercancel", release, true);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("pointerdown", press, true);
    removeEventListener("pointerup", release, true);
    removeEventListener("pointercancel", release, true);
    isPressed = false;
  };
}

const press = () => setPressed(true);

/** The value; while the pointer is pressed the one from before. What is under it must not move, or the click would be lost. */
export function useHeld<Value>(value: Value): Value {
  const [held, setHeld] = useState(() => value);
  const pressed = useSyncExternalStore(subscribe, () => isPressed);
  if (pressed) return held;
  if (held !== value) setHeld(() => value);
  return value;
}
