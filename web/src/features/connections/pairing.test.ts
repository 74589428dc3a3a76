import { describe, expect, it } from '@jest/globals'
import { begunAnew, isDone, NO_PAIRING, nextPairing, type Pairing } from './pairing.js'

const shown: Pairing = { ...NO_PAIRING, qrcode: 'a', stage: 'shown' }
const empty = { qrcode: '', pairingCode: '' }

describe('codes after a frame', () => {
  it('keeps waiting before the first code', () => {
    expect(nextPairing(undefined, empty)).toEqual(NO_PAIRING)
    expect(nextPairing(NO_PAIRING, empty)).toEqual(NO_PAIRING)
  })

  it('shows a QR code or a pairing code, each in place of the last', () => {
    expect(nextPairing(NO_PAIRING, { qrcode: 'a', pairingCode: '' })).toEqual(shown)
    expect(nextPairing(shown, { qrcode: '', pairingCode: 'ABCD1234' }).stage).toBe('shown')
  })

  it('is over once codes that were shown are gone', () => {
    expect(nextPairing(shown, empty)).toEqual({ ...NO_PAIRING, stage: 'over' })
  })

  it('leaves out a code of the session before, and goes on waiting for the next one', () => {
    const anew = begunAnew(shown)
    const late = nextPairing(anew, { qrcode: 'a', pairingCode: '' })
    expect(late).toEqual({ ...NO_PAIRING, former: 'a' })
    expect(nextPairing(begunAnew(late), empty).stage).toBe('waiting')
    expect(nextPairing(late, { qrcode: 'b', pairingCode: '' })).toMatchObject({ qrcode: 'b', stage: 'shown' })
  })
})

it.each([
  [true, 'shown', '55', true],
  [false, 'over', '', true],
  [false, 'over', '55', false],
  [false, 'shown', '', false],
  [false, 'waiting', '', false],
] as const)('linked %p, codes %p, typed %p: done is %p', (connected, stage, typed, done) => {
  expect(isDone(connected, { ...NO_PAIRING, stage }, typed)).toBe(done)
})
