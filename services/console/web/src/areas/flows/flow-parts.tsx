import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toShares } from "./flows.rules.js";
import { type Sentence, writeSentence } from "./sentences.rules.js";

export function FlowTabs() {
  const { area, tabs } = useMessages("flows");
  return (
    <AreaTabs
      label={area}
      tabs={[
        ["/flows", tabs.flows],
        ["/flows/targets", tabs.targets],
      ]}
    />
  );
}

export function OnlineBadge({ isActive }: { isActive: boolean }) {
  const t = useMessages("flows");
  return <Badge kind={isActive ? "good" : "neutral"}>{isActive ? t.online : t.offline}</Badge>;
}

export function FlowLink({ slug, name }: { slug: string; name: string }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/flows/$slug" params={{ businessId, slug }}>
      {name}
    </Link>
  );
}

interface FunnelProps {
  flow: { totalVisitCount: number; uniqueVisitCount: number; completedCount: number };
}

/** Three bars: visits, visitors, registrations. The columns beside it say the numbers. */
export function Funnel({ flow: { totalVisitCount, uniqueVisitCount, completedCount } }: FunnelProps) {
  const t = useMessages("flows").list;
  const format = useFormat();
  const counts = [totalVisitCount, uniqueVisitCount, completedCount];
  const text = [
    format.counted(totalVisitCount, t.visits),
    format.counted(uniqueVisitCount, t.visitors),
    format.counted(completedCount, t.registrations),
  ].join(", ");
  return (
    <svg className="funnel" viewBox="0 0 100 21" role="img" aria-label={text}>
      {toShares(counts).map((share, index) => (
        <rect key={index} x={0} y={index * 7 + 0.5} width={share * 100} height={6} />
      ))}
    </svg>
  );
}

/** Writes a sentence of the server about a flow in the language of the page. */
export function useSentence(): (sentence: Sentence) => string {
  const { sentences, names } = useMessages("flows");
  const format = useFormat();
  return (sentence) => writeSentence(sentence, { sentences, names }, format);
}
