import { randomBytes } from "node:crypto";
import { encryptSecret } from "@tenant-ops/kit/encryption";
import { hashToken } from "@tenant-ops/kit/http";
import { describe, expect, test } from "vitest";
import { type Consent, readConsent, writeConsent } from "../connections/consent.js";
import { createRefreshState, findRefreshToken } from "../connections/tokens.js";
import { createClientSecretKeyring, readClientSecret } from "../identity-providers/identity-providers.store.js";
import { createInvitationToken, createInvitationUrl, type LinkSecrets } from "./link-tokens.js";
import type { Connection } from "../connections/connections.rules.js";
import type { IdentityProvider } from "../identity-providers/identity-providers.rules.js";

const [earlier, later] = [randomBytes(32), randomBytes(32)];
/** LINK_SECRET before the rotation, during its steps, and after the earlier value was removed. */
const before: LinkSecrets = [earlier];
const during: LinkSecrets[] = [
  [earlier, later],
  [later, earlier],
];
const after: LinkSecrets = [later];
const withSecrets = (LINK_SECRET: LinkSecrets) => ({ APP_URL: "https://app.example", LINK_SECRET });

describe("while LINK_SECRET contains the earlier value", () => {
  test.each(during)("the repeat of an invitation gets the link that was sent", (...secrets) => {
    const token = createInvitationToken(withSecrets(before), "inv_1");
    const url = createInvitationUrl(withSecrets(secrets), { _id: "inv_1", tokenHash: hashToken(token) });
    expect(url).toBe(`https://app.example/invitation/${token}`);
  });

  test.each(during)("the answer to a question that was shown is read", (...secrets) => {
    const consent = { sessionId: "ses_1", nonce: "1", expires: Date.now() + 60_000 } as Consent;
    expect(readConsent(secrets, writeConsent(before, consent), "ses_1")).toEqual(consent);
    expect(readConsent(secrets, writeConsent([randomBytes(32)], consent), "ses_1")).toBeUndefined();
  });

  test.each(during)("a client that has lost its answer gets the same refresh token", (...secrets) => {
    const owner = { businessId: "biz_1", connectionId: "con_1" };
    const { token, state } = createRefreshState(before, owner, 2, { now: new Date() });
    const connection = { _id: "con_1", businessId: "biz_1", refresh: state } as Connection;
    expect(findRefreshToken(secrets, connection, state)).toBe(token);
    expect(findRefreshToken(after, connection, state)).toBeUndefined();
  });

  test.each(during)("the client secret of an identity provider is decrypted", (...secrets) => {
    const clientSecret = encryptSecret(createClientSecretKeyring(before), "secret", "biz_1");
    const provider = { _id: "biz_1", clientSecret } as IdentityProvider;
    expect(readClientSecret(createClientSecretKeyring(secrets), provider)).toBe("secret");
    expect(readClientSecret(createClientSecretKeyring(after), provider)).toBeUndefined();
  });
});

test("a new token is made with the first value of LINK_SECRET", () => {
  expect(createInvitationToken(withSecrets([later, earlier]), "inv_1")).toBe(
    createInvitationToken(withSecrets(after), "inv_1"),
  );
});
