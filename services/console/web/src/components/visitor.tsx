import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useBusiness } from "../api/business.js";
import type { Reply } from "../api/public-api.js";
import { useMessages } from "../i18n/messages.js";
import { Badge } from "./badge.js";
import { describeVisitor, type VisitorContact } from "./visitor.rules.js";

type Registration = NonNullable<Reply<"roulettes", "getPrize">["registration"]>;

interface VisitorProps {
  /** Absent for a person whom another system of the business has named. */
  registration: Registration | undefined;
  /** How that system names them, or the id of a visitor who gave no name. */
  userId: string;
}

/** Who someone is: name and contact, with a link to the registration. */
export function Visitor({ registration, userId }: VisitorProps) {
  const t = useMessages("components");
  if (!registration) return userId.startsWith("vis_") ? t.unnamedVisitor : userId;
  return (
    <VisitorName
      visitor={registration}
      link={(name) => <RegistrationLink registration={registration}>{name}</RegistrationLink>}
    />
  );
}

interface VisitorNameProps {
  visitor: Pick<Registration, "fullName" | "email" | "phone" | "provenContact">;
  link: (name: string) => ReactNode;
}

/** The name of a visitor is what they say; each contact is confirmed, or is what they say as well. */
export function VisitorName({ visitor, link }: VisitorNameProps) {
  const t = useMessages("components");
  const { name, isNameProven, contacts } = describeVisitor(visitor);
  return (
    <span className="visitor">
      {name !== undefined && !isNameProven && <span className="note">{t.says} </span>}
      {link(name ?? t.unnamedVisitor)}
      {isNameProven && <Confirmed />}
      {contacts.map((contact) => (
        <Contact key={contact.value} contact={contact} />
      ))}
    </span>
  );
}

function Contact({ contact: { value, isProven } }: { contact: VisitorContact }) {
  const t = useMessages("components");
  return (
    <span className="note contact">
      {value} {isProven ? <Confirmed /> : <span className="unconfirmed">({t.unconfirmed})</span>}
    </span>
  );
}

/** Beside a contact or an answer that a visitor has proved. */
export function Confirmed() {
  return <Badge kind="good">{useMessages("components").confirmed}</Badge>;
}

export function RegistrationLink({
  registration: { slug, registrationId },
  children,
}: {
  registration: Pick<Registration, "slug" | "registrationId">;
  children: ReactNode;
}) {
  const { can } = useBusiness();
  if (!can("flows:read")) return children;
  return (
    <Link
      from="/b/$businessId"
      to="/b/$businessId/flows/$slug/registrations/$registrationId"
      params={{ slug, registrationId }}
    >
      {children}
    </Link>
  );
}
