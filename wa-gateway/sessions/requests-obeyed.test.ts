import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { describe, expect, it } from '@jest/globals'
import { wishOf } from './requests-obeyed.js'

const doc = (fields: Partial<ConnectionDoc>): ConnectionDoc =>
  ({
    status: 'DISCONNECTED',
    request: null,
    requestPosition: null,
    requestNumber: null,
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
      { kind: 'tell-down' },
    ],
    [
      'stopped, still shown as up',
      doc({ request: 'stop', requestPosition: '05', status: 'CONNECTED' }),
      '05',
      true,
      { kind: 'tell-down' },
    ],
  ] as const)('%s', (_, connection, obeyed, paired, wish) => {
    expect(wishOf(connection, obeyed, paired)).toEqual(wish)
  })
})
