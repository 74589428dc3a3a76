import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { describe, expect, it } from '@jest/globals'
import { wishOf } from './requests-obeyed.js'

const doc = (fields: Partial<ConnectionDoc>): ConnectionDoc =>
  ({
    status: 'DISCONNECTED',
    request: null,
    requestPosition: null,
    requestNumber: null,
    number: null,
    ...fields,
  }) as ConnectionDoc

describe('what is to be done about a connection', () => {
  it.each([
    ['never asked for', doc({}), null, false, { kind: 'nothing' }],
    [
      'a first request',
      doc({ request: 'start', requestPosition: '05' }),
      null,
      false,
      { kind: 'obey', request: 'start', number: null },
    ],
    [
      'a newer request',
      doc({ request: 'new-qr', requestPosition: '09' }),
      '05',
      true,
      { kind: 'obey', request: 'new-qr', number: null },
    ],
    [
      'an obeyed request, linked and last seen up',
      doc({ request: 'start', requestPosition: '05', status: 'CONNECTED' }),
      '05',
      true,
      { kind: 'resume' },
    ],
    [
      'an obeyed request of a session that stopped for good',
      doc({ request: 'start', requestPosition: '05' }),
      '05',
      true,
      { kind: 'nothing' },
    ],
    [
      'shown as opening, but nothing is linked',
      doc({ request: 'start', requestPosition: '05', status: 'OPENING' }),
      '05',
      false,
      { kind: 'tell-down', reason: null, number: null },
    ],
    [
      'stopped, still shown as up',
      doc({ request: 'stop', requestPosition: '05', status: 'CONNECTED' }),
      '05',
      true,
      { kind: 'tell-down', reason: null, number: null },
    ],
  ] as const)('%s', (_, connection, obeyed, paired, wish) => {
    expect(wishOf(connection, { obeyed, end: null }, paired)).toEqual(wish)
  })

  it('is told again, not brought up, when it ended and is still shown as up', () => {
    const connection = doc({ request: 'start', requestPosition: '05', status: 'CONNECTED' })
    const end = { reason: 'ERR_WAPP_BANNED', number: '5511900000001' } as const
    expect(wishOf(connection, { obeyed: '05', end }, true)).toEqual({ kind: 'tell-down', ...end })
    expect(wishOf({ ...connection, requestPosition: '06' }, { obeyed: '05', end }, true)).toEqual({
      kind: 'obey',
      request: 'start',
      number: null,
    })
  })
})
