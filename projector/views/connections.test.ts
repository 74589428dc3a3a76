import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { connections } from './connections.js'

describe('connections', () => {
  const fields = {
    name: 'Main',
    queueIds: [5],
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
  }
  const created = () => {
    const log = createLog()
    log.add('connection.created.v1', { connectionId: 3, channel: 'whatsapp', isDefault: true, ...fields })
    return log
  }
  const view = (log: ReturnType<typeof createLog>) => given(...log.events).into(connections)

  it('begin disconnected, and combine configuration and session status', () => {
    const log = created()
    expect(view(log).doc('connections', 3)).toMatchObject({ status: 'DISCONNECTED', request: null })
    log.add('connection.status-changed.v1', {
      connectionId: 3,
      status: 'CONNECTED',
      previous: 'PAIRING',
      reason: null,
      number: '5511',
      retries: 0,
    })
    log.add('connection.changed.v1', { connectionId: 3, ...fields, name: 'Front desk' })
    expect(view(log).doc('connections', 3)).toMatchObject({
      name: 'Front desk',
      status: 'CONNECTED',
      number: '5511',
      isDefault: true,
    })
  })

  it('have the time since which a number is linked; relinking the same number keeps it', () => {
    const log = created()
    const said = (number: string | null) =>
      log.add('connection.status-changed.v1', {
        connectionId: 3,
        status: number === null ? 'DISCONNECTED' : 'CONNECTED',
        previous: 'PAIRING',
        reason: null,
        number,
        retries: 0,
      })
    expect(view(log).doc('connections', 3)).toMatchObject({ linkedNumber: null, linkedAt: null })
    const first = said('5511')
    said(null)
    said('5511')
    expect(view(log).doc('connections', 3)).toMatchObject({ linkedNumber: '5511', linkedAt: first.time })
    const other = said('5522')
    expect(view(log).doc('connections', 3)).toMatchObject({ linkedNumber: '5522', linkedAt: other.time })
  })

  it('have the times when a phone was unlinked and its number changed', () => {
    const log = created()
    const said = (status: 'CONNECTED' | 'DISCONNECTED' | 'TIMEOUT', number: string | null) => {
      const previous = status === 'CONNECTED' ? 'OPENING' : 'CONNECTED'
      const data = { connectionId: 3, status, previous, reason: null, number, retries: 0 } as const
      return log.add('connection.status-changed.v1', data).time
    }
    const ask = (request: 'restart' | 'new-qr' | 'start') =>
      log.add('connection.session-requested.v1', { connectionId: 3, request, number: null }).time
    const missedSince = () => view(log).doc('connections', 3)?.missedSince ?? null
    said('CONNECTED', '5511')
    ask('restart')
    said('TIMEOUT', '5511')
    said('CONNECTED', '5511')
    expect(missedSince()).toBeNull()
    const unlinked = ask('new-qr')
    expect(missedSince()).toBe(unlinked)
    said('CONNECTED', '5511')
    expect(missedSince()).toBe(unlinked)
    const down = said('TIMEOUT', '5511')
    ask('new-qr')
    ask('new-qr')
    expect(missedSince()).toBe(down)
    said('CONNECTED', '5511')
    const removed = said('DISCONNECTED', null)
    expect(missedSince()).toBe(removed)
    // A number that waits for an administrator is shown but not linked.
    log.add('connection.status-changed.v1', {
      ...{ connectionId: 3, status: 'DISCONNECTED', previous: 'OPENING', reason: 'ERR_WAPP_OTHER_NUMBER' },
      ...{ number: '5522', retries: 0 },
    })
    const waiting = view(log).doc('connections', 3)
    expect([waiting?.number, waiting?.linkedNumber, waiting?.numberChangedAt]).toEqual([
      '5522',
      '5511',
      undefined,
    ])
    const changed = said('CONNECTED', '5522')
    expect(view(log).doc('connections', 3)).toMatchObject({
      ...{ linkedNumber: '5522', numberChangedAt: changed, missedSince: null },
    })
  })

  it('have the last request and its position, so that the request is executed once', () => {
    const log = created()
    log.add('connection.session-requested.v1', { connectionId: 3, request: 'start', number: null })
    const last = log.add('connection.session-requested.v1', {
      connectionId: 3,
      request: 'pairing-code',
      number: '5511',
    })
    expect(view(log).doc('connections', 3)).toMatchObject({
      request: 'pairing-code',
      requestNumber: '5511',
      requestPosition: last.position,
    })
  })

  it('have one default connection', () => {
    const log = created()
    log.add('connection.created.v1', { connectionId: 4, channel: 'simulator', isDefault: false, ...fields })
    log.add('connection.default-changed.v1', { connectionId: 4, previousId: 3 })
    const defaults = view(log)
      .docs('connections')
      .filter(({ isDefault }) => isDefault)
    expect(defaults.map(({ connectionId }) => connectionId)).toEqual([4])
  })

  it('are gone when deleted, despite later session events', () => {
    const log = created()
    log.add('connection.deleted.v1', { connectionId: 3 })
    log.add('connection.session-requested.v1', { connectionId: 3, request: 'stop', number: null })
    expect(view(log).docs('connections')).toEqual([])
  })
})
