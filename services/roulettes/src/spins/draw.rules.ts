/** Returns `size` random bytes. Production uses the cryptographic source of the system, tests a fixed seed. */
export type Random = (size: number) => Uint8Array;

/**
 * Relative weights as whole numbers in exactly the same proportion: 0.1, 0.25 and 2 become 10, 25 and 200. The decimal digits
 * are the published chances; sums of binary fractions would differ from them slightly.
 */
export function toIntegerWeights(weights: readonly number[]): bigint[] {
  const decimals = weights.map(toDecimal);
  const scale = Math.min(...decimals.map(({ exponent }) => exponent));
  return decimals.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - scale));
}

/** The shortest decimal that is this number: digits × 10^exponent. */
function toDecimal(weight: number): { digits: bigint; exponent: number } {
  const [mantissa = "0", exponent = "0"] = weight.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/**
 * The share of each weight in percent, with two decimals; all 0 when nothing has any weight. Only what cannot be drawn has 0, and only what is
 * always drawn has 100.
 */
export function toPercents(whole: readonly bigint[]): number[] {
  const total = sum(whole);
  if (total === 0n) return whole.map(() => 0);
  return whole.map((weight) => {
    if (weight === 0n || weight === total) return weight === 0n ? 0 : 100;
    const hundredths = Number((weight * 20_000n + total) / (2n * total));
    return Math.min(Math.max(hundredths, 1), 9999) / 100;
  });
}

/** The weights by which an index is drawn. When all are 0, all are equally likely. */
export function toDrawWeights(weights: readonly number[]): bigint[] {
  const whole = toIntegerWeights(weights);
  return sum(whole) > 0n ? whole : whole.map(() => 1n);
}

/** Draws an index. */
export type IndexDraw = (random: Random) => number;

/**
 * Draws in proportion to the weights of `toDrawWeights`.
 * @param weights at least one
 */
export function createIndexDraw(weights: readonly number[]): IndexDraw {
  const chances = toDrawWeights(weights);
  const numberBelowTotal = createUniformDraw(sum(chances));
  return (random) => {
    let rest = numberBelowTotal(random);
    return chances.findIndex((chance) => {
      if (rest < chance) return true;
      rest -= chance;
      return false;
    });
  };
}

/** Uniform from 0 to total − 1. Higher numbers are drawn again (rejection sampling): a remainder would favour low numbers. */
function createUniformDraw(total: bigint): (random: Random) => bigint {
  const bits = (total - 1n).toString(2).length;
  const mask = (1n << BigInt(bits)) - 1n;
  const size = Math.ceil(bits / 8);
  return (random) => {
    for (;;) {
      const drawn = toBigInt(random(size)) & mask;
      if (drawn < total) return drawn;
    }
  };
}

function toBigInt(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function sum(weights: readonly bigint[]): bigint {
  return weights.reduce((total, weight) => total + weight, 0n);
}

/** Random bytes that can be read again from the start. */
export interface ReplayableRandom {
  fromStart(): Random;
}

/**
 * Records the bytes that were drawn. A transaction with a write conflict runs again, and with new bytes it would draw again.
 * Wins conflict more often than losses, so the real chances would differ from the published ones.
 */
export function createReplayableRandom(source: Random): ReplayableRandom {
  const drawn: Uint8Array[] = [];
  return {
    fromStart: () => {
      let position = 0;
      return (size) => {
        const known = drawn[position];
        const bytes = known?.length === size ? known : source(size);
        drawn[position] = bytes;
        position += 1;
        return bytes;
      };
    },
  };
}
