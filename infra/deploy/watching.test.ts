import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { createMetrics } from '../metrics/metrics.js'

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}
interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}
const alerts = (parse(readText('alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
const { panels } = JSON.parse(readText('grafana-dashboard.json')) as { panels: Panel[] }
const targets = panels.flatMap(({ title, targets: own = [] }) =>
  own.map(({ expr, legendFormat }) => ({ of: title, expr, names: legendFormat })),
)
const expressions = [
  ...alerts.map(({ alert, expr, annotations }) => ({ of: alert, expr, names: annotations.summary })),
  ...targets,
]

/** Labels that Prometheus itself adds to each series. */
const OF_PROMETHEUS = ['instance', 'job']
const UP = 'up'

/** Every metric of a process with its labels. The process has all features in use. */
const declaredMetrics = async (): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const metrics = createMetrics({ service: 'all', version: '1' })
  metrics.watch({
    sockets: () => 1,
    sessions: () => [{ status: 'CONNECTED' }],
    reports: () => 0,
    dueWork: async () => [{ kind: 'send', count: 1, oldest: 1 }],
    parked: async () => 0,
    views: () => ({ inbox: 0 }),
    halted: () => ['inbox'],
    relay: () => ({ behind: 0, active: true }),
    carriers: () => ({ relay: true }),
    waiting: () => 0,
    machine: { freeBytes: () => 1, clockOffset: () => 0, fileSizes: async () => ({ 'events.db': 1 }) },
    engines: () => ({ 'event-store': true }),
  })
  await metrics.text()
  metrics.commands.handled('OK')
  metrics.commands.signInFailed('ERR_INVALID_CREDENTIALS')
  metrics.gateway.worked('send', 'OK', 1)
  metrics.http.answered('GET /tickets', 200, 1)
  const { body } = await metrics.text()
  const labels = new Map<string, Set<string>>()
  for (const line of body.split('\n')) {
    const [, name, inner = ''] = /^([a-z]\w*)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const known = labels.get(name) ?? new Set(OF_PROMETHEUS)
    for (const [, label = ''] of inner.matchAll(/(\w+)="/g)) known.add(label)
    labels.set(name, known)
  }
  return labels
}

describe('the files for Prometheus and Grafana', () => {
  let known: Awaited<ReturnType<typeof declaredMetrics>>
  beforeAll(async () => {
    known = await declaredMetrics()
  })
  /** Names of metrics in an expression. */
  const metricsIn = (expr: string) =>
    [...expr.matchAll(/\b(?:guiche|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name)

  it.each(expressions)('read metrics that exist: $of', ({ expr }) => {
    const names = metricsIn(expr)
    expect(names).not.toEqual([])
    expect(names.filter((name) => name !== UP && !known.has(name))).toEqual([])
  })

  it.each(expressions)('read labels that those metrics have: $of', ({ expr, names }) => {
    const labels = new Set(metricsIn(expr).flatMap((name) => [...(known.get(name) ?? OF_PROMETHEUS)]))
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
    const selected = [...expr.matchAll(/(\w+)[!=]~?"/g)].map(([, label]) => label)
    const shown = [...names.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label)
    expect([...grouped, ...selected, ...shown].filter((label) => !labels.has(label ?? ''))).toEqual([])
    // Labels in the legend of a sum must be labels that the sum is grouped by.
    if (grouped.length > 0) expect(shown.filter((label) => !grouped.includes(label ?? ''))).toEqual([])
  })

  it.each(alerts)('say what the operator has to do: $alert', ({ alert, labels, annotations }) => {
    expect(['page', 'look']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    const lines = readText('../../docs/operations.md').split('\n')
    expect(lines.filter((line) => line.startsWith(`| \`${alert}\` |`))).toHaveLength(1)
  })

  it('have no alert twice; docs name existing alerts alone', () => {
    const names = alerts.map(({ alert }) => alert)
    expect(new Set(names).size).toBe(names.length)
    const [, table = ''] = readText('../../docs/operations.md').split('### Alerts\n')
    const told = [...table.matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name]) => name)
    expect(told.filter((name) => !names.includes(name ?? ''))).toEqual([])
  })

  it('show every metric of the product', () => {
    const ours = [...known.keys()].filter((name) => name.startsWith('guiche_'))
    const base = (name: string) => name.replace(/_(bucket|sum|count)$/, '')
    const shown = new Set(expressions.flatMap(({ expr }) => metricsIn(expr).map(base)))
    expect([...new Set(ours.map(base))].filter((name) => !shown.has(name))).toEqual([])
  })
})
