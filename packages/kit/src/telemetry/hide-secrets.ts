const secretNames = new Set([
  "key",
  "apiKey",
  "secret",
  "token",
  "authorization",
  "client_secret",
  "proposal_token",
  "password",
]);
const hidden = "[secret]";

/**
 * The fields of a log line without the values that may be secret, by name: its own fields and those of the objects and errors in it. Lines hardly
 * ever have one, so the usual line is only checked and not copied (docs/decisions/0010).
 */
export function hideSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  let shown = fields;
  for (const name in fields) {
    const value = fields[name];
    const visible = secretNames.has(name) ? hidden : hideInside(value);
    if (visible === value) continue;
    if (shown === fields) shown = { ...fields };
    shown[name] = visible;
  }
  return shown;
}

function hideInside(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const secrets = Object.keys(value).filter((name) => secretNames.has(name));
  if (secrets.length === 0) return value;
  // A copy that is still an error, whose message and stack are no enumerable properties.
  const copy = Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value)) as object;
  for (const name of secrets) Object.defineProperty(copy, name, { value: hidden, enumerable: true });
  return copy;
}
