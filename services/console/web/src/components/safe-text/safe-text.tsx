import { splitHidden } from "./safe-text.rules.js";
import "./safe-text.css";

/**
 * A text that somebody else has sent, such as an agent: as plain text, with the characters that a reader would not see shown by their numbers.
 * It cannot change the direction of the text around it.
 */
export function SafeText({ text }: { text: string }) {
  const parts = splitHidden(text);
  return (
    <bdi className="safe-text">
      {parts.map((part, index) =>
        part.isHidden ? (
          // The parts of a text have no other name than their place.
          <code key={index} className="hidden-character">
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}
