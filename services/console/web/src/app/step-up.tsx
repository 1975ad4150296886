import { lazy, Suspense, useEffect, useState } from "react";
import { onStepUpRequest, type StepUpRequest } from "../api/step-up.js";

const StepUpDialog = lazy(() => import("./step-up-dialog.js"));

/** Waits for calls that want a fresh proof of the person, and asks for the passkey. */
export function StepUp() {
  const [request, setRequest] = useState<StepUpRequest>();
  useEffect(() => onStepUpRequest(setRequest), []);
  if (!request) return null;
  const finish = (settle: () => void) => {
    setRequest(undefined);
    settle();
  };
  return (
    <Suspense fallback={null}>
      <StepUpDialog onProven={() => finish(request.resolve)} onCancel={() => finish(request.reject)} />
    </Suspense>
  );
}
