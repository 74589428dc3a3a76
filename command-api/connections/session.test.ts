import type { ConnectionEvent } from '@guiche/contracts/events/connections.js'
import { describe, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { sessionDecider } from './session.js'

describe('the session of a connection', () => {
  const { given } = decisions(sessionDecider)
  const requested = (
    request: 'start' | 'new-qr' | 'pairing-code' | 'restart' | 'stop',
    number: string | null = null,
  ) =>
    ({
      type: 'connection.session-requested.v1',
      data: { connectionId: 1, request, number },
    }) as ConnectionEvent
  const status = (to: 'CONNECTED' | 'DISCONNECTED' | 'OPENING', previous: typeof to, more: object = {}) =>
    ({
      type: 'connection.status-changed.v1',
      data: { connectionId: 1, status: to, previous, reason: null, number: null, retries: 0, ...more },
    }) as ConnectionEvent
  const report = (to: 'CONNECTED' | 'DISCONNECTED' | 'OPENING', more: object = {}) =>
    ({
      kind: 'report',
      connectionId: 1,
      status: to,
      reason: null,
      number: null,
      retries: 0,
      ...more,
    }) as const

  it('is requested', () => {
    given()
      .when({ kind: 'request', connectionId: 1, request: 'new-qr', number: null })
      .then([requested('new-qr')])
    given([requested('new-qr')])
      .when({ kind: 'request', connectionId: 1, request: 'pairing-code', number: '5511999999999' })
      .then([requested('pairing-code', '5511999999999')])
  })
  it('is restarted while it is requested', () => {
    given([requested('start')])
      .when({ kind: 'restart', connectionId: 1 })
      .then([requested('restart')])
    given([requested('stop')])
      .when({ kind: 'restart', connectionId: 1 })
      .thenNothingHappened()
    given().when({ kind: 'restart', connectionId: 1 }).thenNothingHappened()
  })
  it('is disconnected if it exists', () => {
    const stop = { kind: 'stop', connectionId: 1, ended: false } as const
    given([requested('start')])
      .when(stop)
      .then([requested('stop')])
    given([requested('start'), requested('stop')])
      .when(stop)
      .thenError('ERR_WAPP_NOT_INITIALIZED')
    given().when(stop).thenError('ERR_WAPP_NOT_INITIALIZED')
  })
  it('of a deleted connection is stopped once, without a complaint', () => {
    const stop = { kind: 'stop', connectionId: 1, ended: true } as const
    given([requested('start')])
      .when(stop)
      .then([requested('stop')])
    given([requested('stop')])
      .when(stop)
      .thenNothingHappened()
  })
  it('changes as the gateway reports, with the former status', () => {
    given()
      .when(report('OPENING'))
      .then([status('OPENING', 'DISCONNECTED')])
    given([status('OPENING', 'DISCONNECTED')])
      .when(report('CONNECTED', { number: '5511999999999' }))
      .then([status('CONNECTED', 'OPENING', { number: '5511999999999' })])
  })
  it('waits for a gateway while none runs, unless the connection is down and nobody waits for it', () => {
    const silent = { kind: 'no-gateway', connectionId: 1 } as const
    const up = status('CONNECTED', 'OPENING', { number: '5511999999999' })
    const waits = { reason: 'ERR_WAPP_NO_GATEWAY', number: '5511999999999' }
    given([up])
      .when(silent)
      .then([status('OPENING', 'CONNECTED', waits)])
    given([up, status('OPENING', 'CONNECTED', waits)])
      .when(silent)
      .thenNothingHappened()
    given().when(silent).thenNothingHappened()
    given([requested('new-qr')])
      .when(silent)
      .then([status('OPENING', 'DISCONNECTED', { reason: 'ERR_WAPP_NO_GATEWAY', request: 'new-qr' })])
    const down = status('DISCONNECTED', 'OPENING', { reason: 'ERR_WAPP_LOGGED_OUT', request: 'new-qr' })
    given([requested('new-qr'), down])
      .when(silent)
      .thenNothingHappened()
    given([down, requested('stop')])
      .when(silent)
      .thenNothingHappened()
  })
  it('that waits for a gateway gets the next gateway’s status', () => {
    const waits = { reason: 'ERR_WAPP_NO_GATEWAY' }
    given([status('OPENING', 'CONNECTED', waits)])
      .when(report('OPENING'))
      .then([status('OPENING', 'OPENING')])
    given([status('OPENING', 'CONNECTED', waits)])
      .when(report('CONNECTED'))
      .then([status('CONNECTED', 'OPENING')])
  })
  it('with an unchanged report needs no event', () => {
    given().when(report('DISCONNECTED')).thenNothingHappened()
    given([status('OPENING', 'DISCONNECTED')])
      .when(report('OPENING'))
      .thenNothingHappened()
    given([status('OPENING', 'DISCONNECTED')])
      .when(report('OPENING', { retries: 1 }))
      .then([status('OPENING', 'OPENING', { retries: 1 })])
  })
})
