export type ContactKind = "email" | "phone";

export interface VisitorContact {
  value: string;
  /** Whether the visitor has proved to own it. */
  isProven: boolean;
}

/** What a list shows of a visitor. */
export interface ShownVisitor {
  /** The name, or in its place the first contact; undefined for a visitor who gave neither. */
  name: string | undefined;
  /** A name is never proven. A contact in its place can be. */
  isNameProven: boolean;
  /** Without the one that stands in place of the name. */
  contacts: VisitorContact[];
}

/** @param visitor fields that are absent or empty were not given */
export function describeVisitor({
  fullName,
  email,
  phone,
  provenContact,
}: {
  fullName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  provenContact: readonly ContactKind[];
}): ShownVisitor {
  const given = { email, phone };
  const contacts = (["email", "phone"] as const).flatMap((kind): VisitorContact[] => {
    const value = given[kind];
    return value ? [{ value, isProven: provenContact.includes(kind) }] : [];
  });
  // A learner without a name has a contact as name.
  const name = fullName || contacts[0]?.value;
  const inItsPlace = contacts.find(({ value }) => value === name);
  return {
    name,
    isNameProven: inItsPlace?.isProven ?? false,
    contacts: contacts.filter((contact) => contact !== inItsPlace),
  };
}

/** Whether an answer of a registration is what the visitor has proved before the form. */
export const isProvenAnswer = (
  answer: string,
  proof: { method: "whatsapp"; phone: string } | { method: "identity_provider"; email?: string | undefined } | null,
): boolean => proof !== null && answer === (proof.method === "whatsapp" ? proof.phone : proof.email);
