import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useChange } from "../../api/public-api.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { FormError } from "../../components/forms/form.js";
import { Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { ExternalLink } from "../../components/external-link.js";
import { useMessages } from "../../i18n/messages.js";
import { useSentence } from "./flow-parts.js";
import { type Flow, type NewTestRun, type TestRun, useTestRun } from "./flows.api.js";

const stateKinds: Readonly<Record<Flow["testRun"]["state"], BadgeKind>> = {
  missing: "warn",
  failed: "bad",
  outdated: "warn",
  passed: "good",
};

/** The page of the flow in a frame, through the link of a test run: a visit that is counted nowhere. */
export function TestRunSection({ flow }: { flow: Flow }) {
  const t = useMessages("flows").test;
  const [started, setStarted] = useState<{ run: NewTestRun; flowChangedAt: string }>();
  const begin = useChange("flows", "createTestRun", (run) => setStarted({ run, flowChangedAt: flow.updatedAt }));
  const button = (
    <button type="button" onClick={() => begin.mutate({ slug: flow.slug })} disabled={begin.isPending}>
      {started ? t.again : t.begin}
    </button>
  );
  return (
    <Section id="test-run" title={t.title} lead={t.lead} actions={button}>
      <p>
        {t.last}: <Badge kind={stateKinds[flow.testRun.state]}>{t.states[flow.testRun.state]}</Badge>{" "}
        {flow.testRun.at && <Time value={flow.testRun.at} />}
      </p>
      <FormError error={begin.error} />
      {started && started.flowChangedAt !== flow.updatedAt && <p className="notice warn">{t.outdated}</p>}
      {started && <Preview key={started.run._id} flow={flow} run={started.run} />}
    </Section>
  );
}

function Preview({ flow, run }: { flow: Flow; run: NewTestRun }) {
  const t = useMessages("flows").test;
  const { data = run } = useTestRun(flow.slug, run._id);
  useRefreshOnEnd(data);
  return (
    <>
      <p className="note">
        {t.until} <Time value={run.linkExpiresAt} mayBeAhead /> ·{" "}
        <ExternalLink href={run.url}>{t.openNew}</ExternalLink>
      </p>
      <TestResult run={data} />
      <iframe className="preview" src={run.url} title={t.frame} sandbox="allow-forms allow-same-origin" />
    </>
  );
}

/** When the form was sent, the flow and its checklist are read again. */
function useRefreshOnEnd({ status }: TestRun): void {
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  useEffect(() => {
    if (status === "open") return;
    void queries.invalidateQueries({ queryKey: [businessId, "flows"] });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per state
  }, [status]);
}

const marks = { passed: "✓", failed: "✗", skipped: "–", unused: "–" } as const;

function TestResult({ run: { status, result } }: { run: TestRun }) {
  const t = useMessages("flows").test;
  const write = useSentence();
  if (!result) return null;
  return (
    <div className={status === "passed" ? "notice good" : "notice wrong"} role="status">
      <strong>{t.statuses[status]}</strong>
      <ul>
        {result.steps.map((step) => (
          <li key={step.name}>
            {marks[step.state]} {t.steps[step.name]}: {write(step)}
          </li>
        ))}
      </ul>
      <p>
        {t.address}: {result.address ? <code>{result.address}</code> : t.thanks}
      </p>
    </div>
  );
}
