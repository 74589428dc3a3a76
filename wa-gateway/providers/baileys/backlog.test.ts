import { describe, expect, it } from '@jest/globals'
import { SessionOverError } from '../session-over.js'
import { createBacklog } from './backlog.js'

/** A session that takes parts as `take` says. */
const sessionOf = (take: (part: string) => Promise<void> = async () => undefined) => {
  const taken: string[] = []
  const failures: unknown[] = []
  const ending = new AbortController()
  const session = {
    ended: ending.signal,
    takeLeft: async () => void taken.push('left'),
    take: async (part: string) => {
      await take(part)
      taken.push(part)
    },
    failed: (failure: unknown) => void failures.push(failure),
  }
  return { session, taken, failures, end: () => ending.abort() }
}

describe('the parts of a history', () => {
  it('wait for the next session where the first one ends before they are taken, and keep their order', async () => {
    const backlog = createBacklog<string>()
    const first = sessionOf(async (part) => {
      if (part === 'A') return
      first.end()
      throw new Error('the vault is away')
    })
    backlog.follow(first.session)
    for (const part of ['A', 'B', 'C']) backlog.add(part)
    await backlog.idle()
    backlog.add('D')
    await backlog.idle()
    expect([first.taken, first.failures.length]).toEqual([['left', 'A'], 1])
    const second = sessionOf()
    backlog.follow(second.session)
    await backlog.idle()
    expect(second.taken).toEqual(['left', 'B', 'C', 'D'])
  })

  it('wait where nobody took what a session told, and come to the session that is open by then', async () => {
    const backlog = createBacklog<string>()
    const second = sessionOf()
    const first = sessionOf(async () => {
      backlog.follow(second.session)
      throw new SessionOverError('over')
    })
    backlog.follow(first.session)
    backlog.add('A')
    await backlog.idle()
    expect(second.taken).toEqual(['left', 'A'])
  })

  it('are not kept back by one that nobody can take', async () => {
    const backlog = createBacklog<string>()
    const { session, taken, failures } = sessionOf(async (part) => {
      if (part === 'bad') throw new Error('not readable')
    })
    backlog.follow(session)
    for (const part of ['bad', 'good']) backlog.add(part)
    await backlog.idle()
    expect([taken, failures.length]).toEqual([['left', 'good'], 1])
  })
})
