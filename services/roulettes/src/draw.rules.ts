/** Gives so many random bytes. The system's cryptographic source in life, a fixed seed in tests. */
export type Random = (size: number) => Uint8Array;

/**
 * Relative weights as whole numbers in exactly the same proportion: 0.1, 0.25 and 2 become 10, 25 and 200. Decimal digits
 * are what was published, so they are what is drawn by; a sum of binary fractions would be a little off.
 */
export function integerWeights(weights: readonly number[]): bigint[] {
  const decimals = weights.map(decimalOf);
  const scale = Math.min(...decimals.map(({ exponent }) => exponent));
  return decimals.map(({ digits, exponent }) => digits * 10n ** BigInt(exponent - scale));
}

/** The shortest decimal that is this number: digits × 10^exponent. */
function decimalOf(weight: number): { digits: bigint; exponent: number } {
  const [mantissa = "0", exponent = "0"] = weight.toExponential().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** The share of each weight in percent, with two decimals; all 0 when nothing has any weight. */
export function sharesInPercent(weights: readonly number[]): number[] {
  const whole = integerWeights(weights);
  const total = sum(whole);
  if (total === 0n) return weights.map(() => 0);
  return whole.map((weight) => Number((weight * 20_000n + total) / (2n * total)) / 100);
}

/** Draws an index. */
export type Wheel = (random: Random) => number;

/**
 * Draws in proportion to the weights. Where all are 0, each is as likely as another.
 * @param weights at least one
 */
export function wheelOf(weights: readonly number[]): Wheel {
  const whole = integerWeights(weights);
  const chances = sum(whole) > 0n ? whole : whole.map(() => 1n);
  const numberBelowTotal = evenlyBelow(sum(chances));
  return (random) => {
    let rest = numberBelowTotal(random);
    return chances.findIndex((chance) => {
      if (rest < chance) return true;
      rest -= chance;
      return false;
    });
  };
}

/** Evenly from 0 to total − 1. What lies above is thrown away and drawn again: folding it back would favour low numbers. */
function evenlyBelow(total: bigint): (random: Random) => bigint {
  const bits = (total - 1n).toString(2).length;
  const mask = (1n << BigInt(bits)) - 1n;
  const size = Math.ceil(bits / 8);
  return (random) => {
    for (;;) {
      const drawn = asNumber(random(size)) & mask;
      if (drawn < total) return drawn;
    }
  };
}

function asNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function sum(weights: readonly bigint[]): bigint {
  return weights.reduce((total, weight) => total + weight, 0n);
}

/** Random bytes that can be had again from the beginning. */
export interface RandomTape {
  fromStart(): Random;
}

/**
 * Remembers what was drawn. A transaction that collides runs again; with new bytes that would be a second chance, and wins
 * collide more often than losses, so the odds would drift away from the published ones.
 */
export function newTape(source: Random): RandomTape {
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
