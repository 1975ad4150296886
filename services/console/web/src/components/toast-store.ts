export interface Toast {
  id: number;
  text: string;
  kind: "done" | "wrong";
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

const shownMs = 6000;

/** A short message that disappears after a time. Text that a person must read belongs in the page instead. */
export function showToast(text: string, kind: Toast["kind"] = "done"): void {
  const toast = { id: (lastId += 1), text, kind };
  change([...toasts, toast]);
  setTimeout(() => dismissToast(toast.id), shownMs);
}

export const dismissToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

export const readToasts = (): readonly Toast[] => toasts;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
