import { lazy, Suspense, useEffect, useState } from "react";
import { onStepUpRequest, type StepUpRequest } from "../api/step-up.js";

const StepUpDialog = lazy(() => import("./step-up-dialog.js"));

/** Asks for the passkey when a call needs a fresh proof of the person. */
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
