import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useComponentMessages } from "../components/messages/index.js";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const readOnline = () => onlineManager.isOnline();

export function OfflineNotice() {
  const t = useComponentMessages();
  const isOnline = useSyncExternalStore(subscribe, readOnline);
  return (
    <div role="status" className={isOnline ? "hidden" : "offline"}>
      {isOnline ? "" : t.offline}
    </div>
  );
}
