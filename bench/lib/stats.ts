/** The value below which this share (0 to 1) of the samples lies; NaN without samples. */
export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** Three significant digits, and no more than two behind the point. */
export const rounded = (value: number): number =>
  Number.isFinite(value) ? Number(value >= 100 ? value.toFixed(0) : value.toPrecision(3)) : value

/** Milliseconds since some moment, comparable between processes of this machine. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
