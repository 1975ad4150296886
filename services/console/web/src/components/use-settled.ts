import { useEffect, useState } from "react";

/** After this pause in typing a search begins. */
export const typingPauseMs = 200;

/** The text after a pause in typing: a request per letter would be too many. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
