import type { ReactNode } from "react";
import type { Client } from "../../api/client.js";
import { type Input, type Reply, useChange } from "../../api/public-api.js";
import { showError } from "../error-notice.js";
import { showToast } from "../toasts.js";

interface WriteButtonProps<Area extends keyof Client, Name extends keyof Client[Area]> {
  area: Area;
  operation: Name;
  input: NoInfer<Input<Area, Name>>;
  /** What is said after the write. */
  done?: string;
  onDone?: (reply: Reply<Area, Name>) => void;
  className?: string;
  children: ReactNode;
}

/** A button that carries out one operation without a question. A refusal is a short message. */
export function WriteButton<Area extends keyof Client, Name extends keyof Client[Area]>({
  area,
  operation,
  input,
  done,
  onDone,
  className,
  children,
}: WriteButtonProps<Area, Name>) {
  const write = useChange(area, operation, (reply) => {
    if (done) showToast(done);
    onDone?.(reply);
  });
  return (
    <button
      type="button"
      className={className}
      disabled={write.isPending}
      onClick={() => write.mutate(input, { onError: (error) => void showError(error) })}
    >
      {children}
    </button>
  );
}
