import { Link } from "@tanstack/react-router";
import { Badge } from "../../components/badge.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toSteps } from "./flows.rules.js";
import { type Sentence, writeSentence } from "./sentences.rules.js";

export function OnlineBadge({ isActive }: { isActive: boolean }) {
  const t = useMessages("flows");
  return <Badge kind={isActive ? "good" : "neutral"}>{isActive ? t.online : t.offline}</Badge>;
}

export function FlowLink({ slug, name }: { slug: string; name: string }) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/flows/$slug" params={{ slug }}>
      {name}
    </Link>
  );
}

interface FunnelProps {
  flow: { totalVisitCount: number; uniqueVisitCount: number; completedCount: number };
}

/** Visits, visitors, registrations: how many of each step take the next one. */
export function Funnel({ flow: { totalVisitCount, uniqueVisitCount, completedCount } }: FunnelProps) {
  const t = useMessages("flows").list;
  const format = useFormat();
  const steps = [
    { count: totalVisitCount, words: t.visits },
    { count: uniqueVisitCount, words: t.visitors },
    { count: completedCount, words: t.registrations },
  ];
  return (
    <ol className="funnel">
      {toSteps(steps).map(({ count, words, share, ofBefore }) => (
        <li key={words.other}>
          {format.counted(count, words)}
          {ofBefore !== undefined && <span className="note"> ({t.ofStepBefore(format.percent(ofBefore))})</span>}
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={share * 100} height={1} />
          </svg>
        </li>
      ))}
    </ol>
  );
}

/** Writes a sentence of the server about a flow in the language of the page. */
export function useSentence(): (sentence: Sentence) => string {
  const { sentences, names } = useMessages("flows");
  const format = useFormat();
  return (sentence) => writeSentence(sentence, { sentences, names }, format);
}
