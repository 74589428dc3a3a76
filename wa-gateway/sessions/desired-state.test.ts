import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { describe, expect, it } from '@jest/globals'
import { desiredStateOf } from './desired-state.js'

const connectionDoc = (fields: Partial<ConnectionDoc>): ConnectionDoc =>
  ({
    status: 'DISCONNECTED',
    request: null,
    requestPosition: null,
    requestNumber: null,
    number: null,
    ...fields,
  }) as ConnectionDoc

describe('the action for a connection, by desired and present state', () => {
  it.each([
    ['never asked for', connectionDoc({}), null, false, { kind: 'nothing' }],
    [
      'a first request',
      connectionDoc({ request: 'start', requestPosition: '05' }),
      null,
      false,
      { kind: 'apply', request: 'start', number: null },
    ],
    [
      'a newer request',
      connectionDoc({ request: 'new-qr', requestPosition: '09' }),
      '05',
      true,
      { kind: 'apply', request: 'new-qr', number: null },
    ],
    [
      'an applied request, linked and last seen up',
      connectionDoc({ request: 'start', requestPosition: '05', status: 'CONNECTED' }),
      '05',
      true,
      { kind: 'resume' },
    ],
    [
      'an applied request of a session that stopped for good',
      connectionDoc({ request: 'start', requestPosition: '05' }),
      '05',
      true,
      { kind: 'nothing' },
    ],
    [
      'shown as opening, but nothing is linked',
      connectionDoc({ request: 'start', requestPosition: '05', status: 'OPENING' }),
      '05',
      false,
      { kind: 'tell-down', reason: null, number: null },
    ],
    [
      'stopped, still shown as up',
      connectionDoc({ request: 'stop', requestPosition: '05', status: 'CONNECTED' }),
      '05',
      true,
      { kind: 'tell-down', reason: null, number: null },
    ],
  ] as const)('%s', (_, connection, applied, paired, desired) => {
    expect(desiredStateOf(connection, { applied, end: null }, paired)).toEqual(desired)
  })

  it('is a repeated report, not a start, if it ended but is shown as connected', () => {
    const connection = connectionDoc({ request: 'start', requestPosition: '05', status: 'CONNECTED' })
    const end = { reason: 'ERR_WAPP_BANNED', number: '5511900000001' } as const
    expect(desiredStateOf(connection, { applied: '05', end }, true)).toEqual({ kind: 'tell-down', ...end })
    expect(desiredStateOf({ ...connection, requestPosition: '06' }, { applied: '05', end }, true)).toEqual({
      kind: 'apply',
      request: 'start',
      number: null,
    })
  })
})
