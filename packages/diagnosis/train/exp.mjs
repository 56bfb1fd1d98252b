/**
 * The exponential function, made of additions, multiplications and divisions. IEEE 754 defines those to the last bit,
 * but not `Math.exp`, whose last bit depends on the processor and the Node.js version. Learning calls it so often that
 * the weights could differ; with this version, every machine learns the same weights. The method and its constants come
 * from e_exp.c in fdlibm: x = k ln 2 + r, a polynomial for r, then a multiplication by 2^k.
 */
// Global names are slow in tests, so they are looked up once.
const { LOG2E, round } = Math;
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const LOWEST = -745;
const HIGHEST = 709;

/** 1, 1/2, 1/4, … down to the smallest number. Halving is exact. */
const HALVES = Float64Array.from({ length: 1076 });
HALVES[0] = 1;
for (let at = 1; at < HALVES.length; at += 1) HALVES[at] = HALVES[at - 1] / 2;

export function exp(x) {
  if (x < LOWEST) return 0;
  if (x > HIGHEST) return Number.POSITIVE_INFINITY;
  const k = round(x * LOG2E);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const square = r * r;
  const c = r - square * polynomial(square);
  const y = 1 - (low - (r * c) / (2 - c) - high);
  return k < 0 ? y * HALVES[-k] : y / HALVES[k];
}

function polynomial(t) {
  const inner = 6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8);
  return 0.16666666666666602 + t * (-0.0027777777777015593 + t * inner);
}
