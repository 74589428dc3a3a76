import { describe, expect, it } from '@jest/globals'
import { createTyping } from './typing.js'

const SIGNS = {
  typing: { on: true },
  recording: { on: true, recording: true },
  paused: { on: false },
} as const

/** The signals sent to a contact; `tell` and `tick` take a time in milliseconds. */
const setUp = () => {
  const told: string[] = []
  let at = 0
  const typing = createTyping({ now: () => new Date(1_000_000 + at) }, ({ to, on, recording }) =>
    told.push(`${to} ${on ? (recording ? 'recording' : 'typing') : 'paused'} ${at}`),
  )
  return {
    told,
    tell: (ms: number, sign: keyof typeof SIGNS, to = 'ana', connectionId = 7) => {
      at = ms
      typing.tell({ kind: 'typing', companyId: 1, connectionId, to, ...SIGNS[sign] })
    },
    tick: (ms: number) => {
      at = ms
      typing.tick(1_000_000 + ms)
    },
  }
}

describe('what a contact is told of our typing', () => {
  it('is at most one sign a second, however fast they change, and in the end the last one', () => {
    const { told, tell, tick } = setUp()
    for (let ms = 0; ms < 1000; ms += 50) tell(ms, ms % 100 === 0 ? 'typing' : 'paused')
    tick(999)
    tick(1100)
    tell(1200, 'recording')
    tick(2100)
    tick(3100)
    expect(told).toEqual(['ana typing 0', 'ana paused 1100', 'ana recording 2100'])
  })

  it('is nothing where it comes back to what was told last', () => {
    const { told, tell, tick } = setUp()
    tell(0, 'typing')
    tell(200, 'paused')
    tell(400, 'typing')
    tick(1500)
    expect(told).toEqual(['ana typing 0'])
  })

  it('is told again while it goes on, and not after it has ended', () => {
    const { told, tell } = setUp()
    for (const ms of [0, 1500, 4000, 8000]) tell(ms, 'typing')
    for (const ms of [9000, 14_000]) tell(ms, 'paused')
    expect(told).toEqual(['ana typing 0', 'ana typing 4000', 'ana typing 8000', 'ana paused 9000'])
  })

  it('is counted by chat', () => {
    const { told, tell } = setUp()
    tell(0, 'typing')
    tell(0, 'typing', 'bia')
    tell(0, 'typing', 'ana', 8)
    expect(told).toEqual(['ana typing 0', 'bia typing 0', 'ana typing 0'])
  })
})
