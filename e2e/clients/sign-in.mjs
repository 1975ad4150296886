const { OPERATOR_URL: operatorUrl, OPERATOR_KEY: operatorKey } = process.env;

/** A request to the operator port. */
export async function callOperator(path, body) {
  const answer = await fetch(`${operatorUrl}/v1/admin${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** Signs in with an invitation, as a browser does. @returns the cookie of an owner, and the address of the application */
export async function signIn(businessId) {
  const invitation = { name: "Matrix", email: `${crypto.randomUUID()}@example.com`, role: "owner" };
  const { url: link } = await callOperator(`/businesses/${businessId}/invitations`, invitation);
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(link, { method: "POST", redirect: "manual", headers });
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith("session="));
  return { cookie: cookie.split(";")[0], appUrl: new URL(link).origin };
}
