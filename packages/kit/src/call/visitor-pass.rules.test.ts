import { expect, test } from "vitest";
import { createContextKeys } from "../testing/index.js";
import { createPassSigner, createPassVerifier, type VisitorPass } from "./visitor-pass.js";

const { privateKey, publicKeys } = createContextKeys("flows");
const target = { type: "roulette", id: "rlt_1" } as const;
const pass: VisitorPass = {
  jti: "hash",
  businessId: "biz_01h455vb4pex5vsknk084sn02q",
  slug: "verano",
  registrationId: "reg_1",
  visitorId: "vis_1",
  isVerified: true,
  provenContact: ["phone"],
  target,
};
const sign = createPassSigner(privateKey);
const verify = createPassVerifier(publicKeys);

test("a pass says which contacts are proven", () => {
  expect(verify(sign(pass), target)).toEqual(pass);
});

test("of a pass of the preceding version no contact is known to be proven", () => {
  const { provenContact: _, ...before } = pass;
  expect(verify(sign(before as VisitorPass), target)).toEqual({ ...pass, provenContact: [] });
});

test("a pass with a proof of an unknown kind is refused", () => {
  expect(verify(sign({ ...pass, provenContact: ["name" as "phone"] }), target)).toBeUndefined();
});
