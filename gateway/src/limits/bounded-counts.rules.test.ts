import { describe, expect, test } from "vitest";
import { createBoundedCounts } from "./bounded-counts.js";
import { widenAddressName, widenBusinessName } from "./rate-counters.js";

const namesMax = 50_000;
const createAddresses = () => createBoundedCounts(namesMax, widenAddressName);
/** The n-th /64 network of one /48. */
const toOtherNetwork = (n: number) => `public 2001:db8:7:${n.toString(16)}::/64`;
const ipv4 = (n: number) => `public ${1 + (n >>> 24)}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;

describe("when other callers send 50,001 further names", () => {
  test("an exhausted name keeps its count, in this minute and in the next", () => {
    const counts = createAddresses();
    const exhausted = "public 192.0.2.7";
    counts.add(exhausted, 600);
    for (let n = 0; n <= namesMax; n += 1) counts.add(toOtherNetwork(n), 1);
    expect(counts.get(exhausted).current).toBe(600);
    counts.rotate(1);
    // The other callers come first in the new minute.
    for (let n = 0; n <= namesMax; n += 1) counts.add(ipv4(n), 1);
    expect(counts.get(exhausted).previous).toBe(600);
    counts.add(exhausted, 1);
    expect(counts.get(exhausted)).toEqual({ current: 1, previous: 600 });
  });

  test("only a name without a count for a whole minute is removed", () => {
    const counts = createAddresses();
    counts.add("public 192.0.2.7", 600);
    counts.rotate(2);
    expect(counts.get("public 192.0.2.7")).toEqual({ current: 0, previous: 0 });
    expect(counts.size()).toBe(0);
  });

  test("the further addresses of a /48 share one count, and other networks are not affected", () => {
    const counts = createAddresses();
    for (let n = 0; n < 65_536; n += 1) counts.add(toOtherNetwork(n), 1);
    expect(counts.add(toOtherNetwork(65_535), 1)).toBe("public 2001:db8:7::/48");
    expect(counts.get(toOtherNetwork(65_534)).current).toBe(65_536 - namesMax + 1);
    expect(counts.get("public 198.51.100.1").current).toBe(0);
  });
});

test("any number of addresses, minute after minute, does not grow the memory", () => {
  const small = 1000;
  const counts = createBoundedCounts(small, widenAddressName);
  for (let minute = 0; minute < 3; minute += 1) {
    for (let n = 0; n < 20_000; n += 1) counts.add(ipv4(minute * 20_000_000 + n * 997), 1);
    expect(counts.size()).toBeLessThan(1.6 * small);
    counts.rotate(1);
  }
});

test("further businesses share counts in groups, and an active one keeps its own", () => {
  const counts = createBoundedCounts(100, widenBusinessName);
  for (let n = 0; n < 10_000; n += 1) counts.add(`requests biz_${n}`, 1);
  expect(counts.get("requests biz_0").current).toBe(1);
  expect(counts.get("requests biz_99").current).toBe(1);
  expect(counts.size()).toBeLessThanOrEqual(100 + 1024);
});

test.each([
  ["public 192.0.2.7", ["public 192.0.2.0/24", "public 192.0.0.0/16", "public 192.0.0.0/8", "public *"]],
  ["tokens 2001:db8:1:2::/64", ["tokens 2001:db8:1::/48", "tokens 2001:db8::/32", "tokens 2001::/16", "tokens *"]],
  ["public unknown", ["public *"]],
])("the groups of %s", (name, expected) => {
  const groups: string[] = [];
  for (let wider = widenAddressName(name); wider !== undefined; wider = widenAddressName(wider)) groups.push(wider);
  expect(groups).toEqual(expected);
});
