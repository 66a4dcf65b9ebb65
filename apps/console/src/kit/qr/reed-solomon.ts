/** Arithmetic of GF(256) with the polynomial of QR codes, x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, 7.5.2). */
const polynomial = 0x11d;

const powers = (() => {
  const list: number[] = [1];
  while (list.length < 255) {
    const next = (list.at(-1) ?? 1) << 1;
    list.push(next > 255 ? next ^ polynomial : next);
  }
  return list;
})();
const exponents = new Map(powers.map((value, exponent) => [value, exponent]));

function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  return powers[((exponents.get(a) ?? 0) + (exponents.get(b) ?? 0)) % 255] ?? 0;
}

/** Coefficients of the polynomial whose roots are the first `degree` powers, without the leading one. */
function generator(degree: number): number[] {
  let made = [1];
  for (let root = 0; root < degree; root++) {
    const factor = powers[root] ?? 1;
    made = [...made, 0].map((value, at) => value ^ multiply(made[at - 1] ?? 0, factor));
  }
  return made.slice(1);
}

/** The error correction codewords of a block: what is left when its polynomial is divided by the generator. */
export function correctionOf(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  let rest = new Array<number>(count).fill(0);
  for (const value of data) {
    const factor = value ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((each, at) => each ^ multiply(divisor[at] ?? 0, factor));
  }
  return rest;
}
