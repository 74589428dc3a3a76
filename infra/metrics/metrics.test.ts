import { describe, expect, it } from '@jest/globals'
import type { Gauges } from './gauges.js'
import { createMetrics } from './metrics.js'

/** The metrics of the product, without those of Node.js. */
const readMetrics = async (
  gauges: Gauges,
  work: (metrics: ReturnType<typeof createMetrics>) => void = () => undefined,
) => {
  const metrics = createMetrics({ service: 'relay', version: '1.0.0' })
  metrics.watch(gauges)
  // The first reading loads the counters.
  await metrics.text()
  work(metrics)
  const { type, body } = await metrics.text()
  expect(type).toMatch(/^text\/plain/)
  return body
    .split('\n')
    .filter((line) => line.startsWith('guiche_'))
    .map((line) => line.replace(/,?service="relay"/, '').replace('{}', ''))
}

describe('the metrics', () => {
  it('have the values that a service gives, and no others', async () => {
    const lines = await readMetrics({
      relay: () => ({ behind: 1.5, active: true }),
      engines: () => ({ store: false, bus: true }),
    })
    expect(lines).toEqual(
      expect.arrayContaining([
        'guiche_relay_lag_seconds 1.5',
        'guiche_relay_active 1',
        'guiche_engine_up{engine="store"} 0',
        'guiche_engine_up{engine="bus"} 1',
        'guiche_build_info{version="1.0.0"} 1',
      ]),
    )
    expect(lines.filter((line) => /sockets|sessions|parked \d|due_work|waiting/.test(line))).toEqual([])
  })

  it('count the calls of services', async () => {
    const lines = await readMetrics({}, ({ commands, realtime, projector, gateway }) => {
      commands.appended(4)
      commands.handled('OK')
      commands.handled('OK')
      commands.handled('ERR_UNAVAILABLE')
      commands.signInFailed('ERR_INVALID_CREDENTIALS')
      realtime.sent(3)
      realtime.dropped()
      projector.folded(7, 40)
      gateway.worked('send', 'ERR_SENDING_WAPP_MSG', 2000)
    })
    expect(lines).toEqual(
      expect.arrayContaining([
        'guiche_append_seconds_bucket{le="0.0025"} 0',
        'guiche_append_seconds_bucket{le="0.005"} 1',
        'guiche_commands_total{code="OK"} 2',
        'guiche_commands_total{code="ERR_UNAVAILABLE"} 1',
        'guiche_sign_in_failures_total{code="ERR_INVALID_CREDENTIALS"} 1',
        'guiche_frames_sent_total 3',
        'guiche_slow_readers_dropped_total 1',
        'guiche_projection_events_total 7',
        'guiche_projection_event_age_seconds_bucket{le="0.05"} 1',
        'guiche_gateway_work_total{kind="send",code="ERR_SENDING_WAPP_MSG"} 1',
      ]),
    )
  })

  it('count sessions by status, and forget a status that nobody has any more', async () => {
    const sessions = [{ status: 'CONNECTED' }, { status: 'CONNECTED' }, { status: 'qrcode' }]
    const metrics = createMetrics({ service: 'gateway', version: '1' })
    metrics.watch({ sessions: () => sessions })
    expect((await metrics.text()).body).toContain(
      'guiche_gateway_sessions{status="CONNECTED",service="gateway"} 2',
    )
    sessions.pop()
    expect((await metrics.text()).body).not.toContain('qrcode')
  })

  it('continue while the views are unavailable, without values from views', async () => {
    const lines = await readMetrics({
      sockets: () => 2,
      dueWork: () => Promise.reject(new Error('away')),
      parked: () => Promise.reject(new Error('away')),
    })
    expect(lines).toContain('guiche_sockets 2')
    expect(lines.filter((line) => line.startsWith('guiche_due_work'))).toEqual([])
  })

  it('come within a second while an engine is silent, which is asked only once', async () => {
    let asked = 0
    let parkedAsked = 0
    const metrics = createMetrics({ service: 'command-api', version: '1' })
    metrics.watch({
      engines: () => ({ 'read-store': false }),
      dueWork: () => {
        asked++
        return new Promise(() => undefined)
      },
      parked: () => (parkedAsked++ === 0 ? Promise.resolve(7) : new Promise(() => undefined)),
    })
    const begun = performance.now()
    await metrics.text()
    const { body } = await metrics.text()
    expect(body).toContain('guiche_engine_up{engine="read-store",service="command-api"} 0')
    expect(body).toContain('guiche_reports_parked{service="command-api"} 7')
    expect(asked).toBe(1)
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  it('show values of a service from its start on, also if they were read before', async () => {
    const metrics = createMetrics({ service: 'query-api', version: '1' })
    expect((await metrics.text()).body).not.toContain('guiche_sockets')
    metrics.watch({ sockets: () => 3 })
    expect((await metrics.text()).body).toContain('guiche_sockets{service="query-api"} 3')
  })
})
