import { Fact, Facts } from "../../components/facts.js";
import { useNow } from "../../components/use-now.js";
import { useFormat } from "../../i18n/use-format.js";
import { useOffboardingMessages } from "./messages/index.js";
import { daysMin, planDeletion } from "./offboarding.rules.js";

/** What a request would start, with the dates of today. */
export function NextSteps({ graceDaysMin }: { graceDaysMin: number }) {
  const { steps: t, days } = useOffboardingMessages();
  const format = useFormat();
  const deleteAt = planDeletion(useNow(), undefined, graceDaysMin);
  const least = daysMin(graceDaysMin);
  return (
    <section className="stack" aria-labelledby="steps-title">
      <h2 id="steps-title">{t.title}</h2>
      <Facts>
        <Fact name={t.atOnce}>{t.atOnceText}</Fact>
        <Fact name={t.waiting(`${format.number(least)} ${format.plural(least, days)}`)}>{t.waitingText}</Fact>
        <Fact name={t.deletion(format.date(deleteAt))}>{t.deletionText}</Fact>
        <Fact name={t.stays}>{t.staysText}</Fact>
      </Facts>
    </section>
  );
}
