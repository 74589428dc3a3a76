/** `BENCH_SCALE` between 0 and 1 makes every scenario smaller, for trying it out. Goals are meant for 1. */
export const SCALE = Math.min(1, Math.max(0.001, Number(process.env.BENCH_SCALE ?? 1) || 1))

/** A figure of the full size at the scale of this run, as a whole number; at least `least`. */
export const scaled = (full: number, least = 1): number => Math.max(least, Math.round(full * SCALE))
