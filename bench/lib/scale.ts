/** `BENCH_SCALE` between 0 and 1 makes every scenario smaller, to try it out. Goals are valid for 1 only. */
export const BENCH_SCALE = Math.min(1, Math.max(0.001, Number(process.env.BENCH_SCALE ?? 1) || 1))

/** Scales the size of a full run. Gives a whole number, at least `least`. */
export const scaleCount = (full: number, least = 1): number => Math.max(least, Math.round(full * BENCH_SCALE))
