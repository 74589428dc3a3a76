import { roundFigure } from './stats.js'

/** One row of the table of results. */
export interface Row {
  readonly scenario: string
  readonly value: number | null
  readonly unit: string
  /** the figure of the same work without the product, in the same run and unit; null if nothing is comparable */
  readonly raw: number | null
  /** value / raw */
  readonly ratio: number | null
  /** the goal in words; null for a figure without a goal */
  readonly goal: string | null
  /** null without a goal */
  readonly met: boolean | null
}

type Limit = { readonly atMost: number } | { readonly below: number } | { readonly atLeast: number }

export interface MeasuredValue {
  readonly scenario: string
  readonly value: number
  readonly unit: string
  readonly raw?: number
  /** limit of the value */
  readonly goal?: Limit
  /** limit of value / raw */
  readonly ratioGoal?: Limit
}

const isWithinLimit = (limit: Limit, value: number): boolean => {
  if ('atMost' in limit) return value <= limit.atMost
  return 'below' in limit ? value < limit.below : value >= limit.atLeast
}
const inWords = (limit: Limit, what: string): string => {
  if ('atMost' in limit) return `≤ ${limit.atMost}${what}`
  return 'below' in limit ? `< ${limit.below}${what}` : `≥ ${limit.atLeast}${what}`
}

/** The row of a measurement. The goal is compared with the unrounded figure; NaN never meets it. */
export const rowOf = ({ scenario, value, unit, raw, goal, ratioGoal }: MeasuredValue): Row => {
  const ratio = raw === undefined ? null : value / raw
  const checks = [
    ...(goal === undefined ? [] : [{ words: inWords(goal, ` ${unit}`), met: isWithinLimit(goal, value) }]),
    ...(ratioGoal === undefined
      ? []
      : [{ words: inWords(ratioGoal, ' of raw'), met: ratio !== null && isWithinLimit(ratioGoal, ratio) }]),
  ]
  return {
    scenario,
    value: Number.isFinite(value) ? roundFigure(value) : null,
    unit,
    raw: raw === undefined || !Number.isFinite(raw) ? null : roundFigure(raw),
    ratio: ratio === null || !Number.isFinite(ratio) ? null : roundFigure(ratio),
    goal: checks.length === 0 ? null : checks.map(({ words }) => words).join(', '),
    met: checks.length === 0 ? null : checks.every(({ met }) => met),
  }
}

/** The row of a scenario that failed. */
export const brokenRow = (scenario: string, goal = 'to run to its end'): Row => ({
  scenario,
  value: null,
  unit: '',
  raw: null,
  ratio: null,
  goal,
  met: false,
})

export const tableOf = (rows: readonly Row[]): string => {
  const verdict = { true: 'met', false: 'NOT MET', null: '' } as const
  const cells = rows.map(({ scenario, value, unit, raw, ratio, goal, met }) => [
    scenario,
    `${value ?? '–'} ${unit}`.trim(),
    raw === null ? '' : String(raw),
    ratio === null ? '' : String(ratio),
    goal ?? '',
    verdict[`${met}`],
  ])
  const all = [['scenario', 'value', 'raw', 'ratio', 'goal', ''], ...cells]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
