import { expect, test } from "vitest";
import { newId } from "../../data/ids.js";
import { scoreTarget } from "./rendezvous.rules.js";

const keys = Array.from({ length: 6000 }, () => newId("biz"));

function assign(targets: readonly string[]): string[] {
  return keys.map((key) =>
    targets.reduce((best, one) => (scoreTarget(key, one) > scoreTarget(key, best) ? one : best)),
  );
}

const two = ["ipv4:10.0.0.1:50051", "ipv4:10.0.0.2:50051"];
const three = [...two, "ipv4:10.0.0.3:50051"];

test("businesses are spread evenly over replicas with similar addresses", () => {
  const assigned = assign(three);
  for (const target of three) {
    const share = assigned.filter((one) => one === target).length / keys.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.37);
  }
});

test("an added replica gets its share of businesses, and no other business moves", () => {
  const [before, after] = [assign(two), assign(three)];
  const moved = after.filter((target, index) => target !== before[index]);
  expect(new Set(moved)).toEqual(new Set(["ipv4:10.0.0.3:50051"]));
});
