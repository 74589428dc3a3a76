import { describe, expect, it } from '@jest/globals'
import { type CloseContext, decideAfterClose } from './disconnect-policy.js'

const context: CloseContext = {
  paired: true,
  codeShown: false,
  attempts: 0,
  replaced: 1,
  leaseHeld: true,
  chance: 0,
}
const stopVerdict = (reason: string, wipe: boolean) => ({
  action: 'stop',
  status: 'DISCONNECTED',
  reason,
  wipe,
})

describe('the reaction to a disconnect code', () => {
  it.each([
    [
      '515: pairing is through',
      515,
      {},
      { action: 'reconnect', delayMs: 0, status: 'PAIRING', reason: null },
    ],
    [
      '428: the socket closed',
      428,
      {},
      { action: 'reconnect', delayMs: 500, status: 'OPENING', reason: null },
    ],
    ['408: no answer', 408, {}, { action: 'reconnect', delayMs: 500, status: 'OPENING', reason: null }],
    [
      '408: nobody read the QR codes',
      408,
      { paired: false, codeShown: true },
      stopVerdict('ERR_WAPP_QR_EXPIRED', true),
    ],
    [
      '428 before a QR code came',
      428,
      { paired: false },
      { action: 'reconnect', delayMs: 500, status: 'OPENING', reason: null },
    ],
    [
      '428 again and again before a QR code',
      428,
      { paired: false, attempts: 5 },
      stopVerdict('ERR_WAPP_UNSTABLE', true),
    ],
    [
      '500: unknown stream error',
      500,
      {},
      { action: 'reconnect', delayMs: 1000, status: 'OPENING', reason: null },
    ],
    [
      '500 for the fourth time',
      500,
      { attempts: 3 },
      { action: 'reconnect', delayMs: 8000, status: 'TIMEOUT', reason: 'ERR_WAPP_UNSTABLE' },
    ],
    ['501: the server', 501, {}, { action: 'reconnect', delayMs: 5000, status: 'OPENING', reason: null }],
    ['503: the server', 503, {}, { action: 'reconnect', delayMs: 5000, status: 'OPENING', reason: null }],
    [
      '440: taken over, lease ours',
      440,
      {},
      { action: 'reconnect', delayMs: 30_000, status: 'TIMEOUT', reason: 'ERR_WAPP_REPLACED' },
    ],
    ['440: taken over, lease gone', 440, { leaseHeld: false }, { action: 'yield' }],
    ['440 for the fourth time', 440, { replaced: 4 }, stopVerdict('ERR_WAPP_REPLACED', false)],
    ['401: unlinked', 401, {}, stopVerdict('ERR_WAPP_LOGGED_OUT', true)],
    ['401 while pairing', 401, { paired: false }, stopVerdict('ERR_WAPP_REJECTED', true)],
    ['402: suspended', 402, {}, stopVerdict('ERR_WAPP_TEMP_BANNED', false)],
    ['403: locked', 403, {}, stopVerdict('ERR_WAPP_BANNED', false)],
    ['406: banned', 406, {}, stopVerdict('ERR_WAPP_BANNED', false)],
    ['405: outdated', 405, {}, stopVerdict('ERR_WAPP_OUTDATED', false)],
    ['409', 409, {}, stopVerdict('ERR_WAPP_REJECTED', false)],
    ['413', 413, {}, stopVerdict('ERR_WAPP_REJECTED', false)],
    ['414', 414, {}, stopVerdict('ERR_WAPP_REJECTED', false)],
    ['415', 415, {}, stopVerdict('ERR_WAPP_REJECTED', false)],
    ['411: the phone is too old', 411, {}, stopVerdict('ERR_WAPP_REJECTED', true)],
    ['400: not the server it says it is', 400, {}, stopVerdict('ERR_WAPP_REJECTED', false)],
    ['a fenced write', 'fenced', {}, { action: 'yield' }],
    ['our own end', 'local', {}, { action: 'yield' }],
    [
      'a code that nobody knows',
      599,
      {},
      { action: 'reconnect', delayMs: 1000, status: 'OPENING', reason: null },
    ],
  ] as const)('%s', (_, code, fields, verdict) => {
    expect(decideAfterClose(code, { ...context, ...fields })).toEqual(verdict)
  })

  it('waits longer each time, at most a minute, with random jitter', () => {
    const delay = (attempts: number, chance: number): number => {
      const verdict = decideAfterClose(428, { ...context, attempts, chance })
      return verdict.action === 'reconnect' ? verdict.delayMs : -1
    }
    expect([0, 1, 2, 3].map((attempts) => delay(attempts, 0))).toEqual([500, 1000, 2000, 4000])
    expect(delay(20, 0.999)).toBeLessThanOrEqual(60_000)
    expect(delay(2, 0.9)).toBeGreaterThan(delay(2, 0.1))
  })
})
