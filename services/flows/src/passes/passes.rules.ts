import { createHmac } from "node:crypto";
import type { PersonIdentifier } from "@tenant-ops/kit/data";
import type { VisitorDetails } from "@tenant-ops/kit/pages";
import { cutText, normalizeEmail, toPhoneKey } from "@tenant-ops/kit/texts";
import { type FieldKind, getFieldKind, type RegistrationField } from "../questions/fields.rules.js";

type Answers = Readonly<Record<string, string>>;

/**
 * The identity of a visitor: the first e-mail address among the answers, or else the first phone number. Without either, every registration is
 * another visitor. It is no proof: a visitor can enter the address of another person.
 * @param answers with phones in E.164
 */
export function identifyByAnswers(
  fields: readonly RegistrationField[],
  answers: Answers,
  registrationId: string,
): string {
  const email = findAnswer(fields, answers, "email");
  if (email) return identifyByName({ kind: "email", value: email });
  const phone = findAnswer(fields, answers, "phone");
  return /\d/.test(phone) ? identifyByName({ kind: "phone", value: phone }) : `registration:${registrationId}`;
}

export function identifyByName({ kind, value }: PersonIdentifier): string {
  return kind === "email" ? `email:${normalizeEmail(value)}` : `phone:${toPhoneKey(value)}`;
}

/** Id of a visitor within a business. Without the secret, the address cannot be computed from it. */
export function toVisitorId(secret: string, businessId: string, identity: string): string {
  const hmac = createHmac("sha256", Buffer.from(secret, "base64url")).update(JSON.stringify([businessId, identity]));
  return `vis_${hmac.digest("hex").slice(0, 32)}`;
}

/**
 * What a registration says about its visitor. What the visitor has proved takes precedence over an answer.
 * @param answers with phones in E.164
 */
export function toVisitorDetails(
  fields: readonly RegistrationField[],
  answers: Answers,
  proof: { email?: string; phone?: string } | undefined,
): VisitorDetails {
  const named = (pattern: RegExp) => fields.find(({ value }) => pattern.test(value));
  const parts = [
    /^(first_?name|nombres?|nome|given_?name)$/i,
    /^(last_?name|apellidos?|sobrenome|family_?name|surname)$/i,
  ];
  const split = parts.flatMap((pattern) => answers[named(pattern)?.value ?? ""] ?? []).join(" ");
  const whole = answers[named(/^(full_?name|name|nombre_completo|nome_completo)$/i)?.value ?? ""];
  const fullName = cutText(whole ?? (split || findAnswer(fields, answers, "text")), 200);
  const email = proof?.email ?? findAnswer(fields, answers, "email");
  const phone = proof?.phone ?? findAnswer(fields, answers, "phone");
  return { ...(fullName && { fullName }), ...(email && { email }), ...(phone && { phone }) };
}

/** The first answer to a question of this kind; empty without one. */
function findAnswer(fields: readonly RegistrationField[], answers: Answers, kind: FieldKind): string {
  const field = fields.find((one) => getFieldKind(one) === kind && Object.hasOwn(answers, one.value));
  return (field && answers[field.value]) ?? "";
}
