/** The value below which this share (0 to 1) of the samples lies; NaN without samples. */
export const quantile = (samples: readonly number[], share: number): number => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** Rounds to three significant digits; from 100 on, to a whole number. */
export const roundFigure = (value: number): number =>
  Number.isFinite(value) ? Number(value >= 100 ? value.toFixed(0) : value.toPrecision(3)) : value

/** Current time in milliseconds, comparable between the processes of this machine. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
