import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Reply } from "../api/public-api.js";
import { useBusiness } from "../api/business.js";
import { useMessages } from "../i18n/messages.js";

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
  const { fullName, email, phone } = registration;
  const [name = t.unnamedVisitor, ...contacts] = [fullName, email, phone].filter((one) => one !== undefined);
  return (
    <span className="visitor">
      <Says registration={registration} />
      <RegistrationLink registration={registration}>{name}</RegistrationLink>
      {contacts.map((contact) => (
        <span key={contact} className="note contact">
          {contact}
        </span>
      ))}
    </span>
  );
}

/** Before the name of a visitor who has not proved who they are. */
export function Says({ registration }: { registration: Pick<Registration, "isVerified"> | undefined }) {
  const t = useMessages("components");
  if (!registration || registration.isVerified) return null;
  return <span className="note">{t.says} </span>;
}

export function RegistrationLink({
  registration: { slug, registrationId },
  children,
}: {
  registration: Pick<Registration, "slug" | "registrationId">;
  children: ReactNode;
}) {
  const { business, can } = useBusiness();
  if (!can("flows:read")) return children;
  const params = { businessId: business._id, slug, registrationId };
  return (
    <Link to="/b/$businessId/flows/$slug/registrations/$registrationId" params={params}>
      {children}
    </Link>
  );
}
