import { useBusiness } from "../../api/business.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { DownloadButton } from "../../components/download-button.js";
import { WriteButton } from "../../components/forms/write-button.js";
import { Time } from "../../components/time.js";
import { Confirmed } from "../../components/visitor.js";
import { isProvenAnswer } from "../../components/visitor.rules.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { formatBytes } from "./documents/documents.rules.js";
import type { Flow, Registration } from "./flows.api.js";
import { isCountryList } from "./flows.rules.js";

const stateKinds: Readonly<Record<Registration["state"], BadgeKind>> = {
  pending: "warn",
  completed: "good",
  rejected: "bad",
  expired: "neutral",
};

/** The state of a registration: what it waits for, its files, and the answer of the bank. */
export function RegistrationState({ registration }: { registration: Registration }) {
  const t = useMessages("flows").registrations;
  const { state, waitsFor, files, uncounted } = registration;
  return (
    <>
      <Badge kind={stateKinds[state]}>{waitsFor ? t.waitsFor[waitsFor] : t.states[state]}</Badge>
      {uncounted && <p className="note">{t.uncounted[uncounted]}</p>}
      {files.length > 0 && <RegistrationFiles registration={registration} />}
      {registration.bankValidation && <BankOutcome registration={registration} bank={registration.bankValidation} />}
    </>
  );
}

interface BankOutcomeProps {
  registration: Registration;
  bank: NonNullable<Registration["bankValidation"]>;
}

function BankOutcome({ registration: { _id: id, slug, waitsFor }, bank }: BankOutcomeProps) {
  const t = useMessages("flows").registrations;
  const { can } = useBusiness();
  const format = useFormat();
  const { status, reason, attempts, lastFailure, nextAt } = bank;
  const details = [reason, lastFailure, attempts > 1 && t.attempts(format.number(attempts))]
    .filter(Boolean)
    .join(" · ");
  return (
    <p>
      <span className="note">{t.bank}:</span> {t.bankStates[status]}
      {details !== "" && <span className="note"> ({details})</span>}
      {nextAt && status === "sending" && attempts > 0 && (
        <span className="note">
          {" "}
          · {t.next} <Time value={nextAt} mayBeAhead />
        </span>
      )}
      {waitsFor === "bank" && can("visitors:write") && (
        <>
          {" "}
          <WriteButton
            area="flows"
            operation="resendBankValidation"
            input={{ slug, id }}
            className="link"
            done={t.resent}
          >
            {t.resend}
          </WriteButton>
        </>
      )}
    </p>
  );
}

type RequestedFile = Registration["files"][number];

/** The documents that a visitor was asked for. */
function RegistrationFiles({ registration: { _id: id, slug, files } }: { registration: Registration }) {
  const t = useMessages("flows").registrations;
  const path = `/v1/public/flows/${encodeURIComponent(slug)}/registrations/${id}/files`;
  return (
    <ul aria-label={t.files}>
      {files.map(({ field, text, file }) => (
        <li key={field}>
          <span className="note">{text}:</span> {file ? <FileLink path={path} text={text} file={file} /> : t.notSent}
        </li>
      ))}
    </ul>
  );
}

interface FileLinkProps {
  path: string;
  text: string;
  file: NonNullable<RequestedFile["file"]>;
}

function FileLink({ path, text, file: { _id: id, mediaType, bytes } }: FileLinkProps) {
  const { documents, registrations } = useMessages("flows");
  const format = useFormat();
  return (
    <DownloadButton className="link" path={`${path}/${id}`} label={registrations.download(text)}>
      {documents.types[mediaType]}, {formatBytes(bytes, format)}
    </DownloadButton>
  );
}

/** In the order of the questions, with the one that is confirmed; answers to questions that the flow had before come after them. */
export function Answers({ registration: { answers, proof }, flow }: { registration: Registration; flow: Flow }) {
  const format = useFormat();
  const names = new Map(flow.registrationFields.map(({ value, text }) => [value, flow.questionLabels[value] ?? text]));
  const countries = new Set(flow.registrationFields.filter(isCountryList).map(({ value }) => value));
  // A question may have asked for a text before it became a list of countries.
  const show = (value: string, answer: string) =>
    countries.has(value) && /^[A-Z]{2}$/.test(answer) ? format.country(answer) : answer;
  const order = [...names.keys(), ...Object.keys(answers).filter((value) => !names.has(value))];
  return (
    <ul>
      {order.map((value) =>
        answers[value] === undefined ? null : (
          <li key={value}>
            <span className="note">{names.get(value) ?? value}:</span> {show(value, answers[value])}{" "}
            {isProvenAnswer(answers[value], proof) && <Confirmed />}
          </li>
        ),
      )}
    </ul>
  );
}
