/**
 * How a visitor is recognised, the weakest first. `cookie`: by a cookie of the flow, which a visitor gets who begins a proof, or whose registration has steps
 * after its form. `proof`: by a proven phone, e-mail address or account. All others by their address and browser, or by their answers.
 */
export const identities = ["neither", "cookie", "proof"] as const;
export type Identity = (typeof identities)[number];
