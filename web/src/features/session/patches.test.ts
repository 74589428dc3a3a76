import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { loggedOut } from '../../api/session.js'
import type { RootState } from '../../app/store.js'
import { toastShown } from '../../components/toasts/toasts.js'
import type { PatchContext } from '../../realtime/patches.js'
import { patches } from './patches.js'

interface Action {
  readonly type: string
}

describe('the frame that a session has ended', () => {
  let actions: Action[]
  let token: string
  beforeEach(() => {
    jest.useFakeTimers()
    actions = []
    token = 'first'
  })
  afterEach(() => void jest.useRealTimers())

  const come = (reason: string): void => {
    const context = {
      dispatch: (action: Action) => void actions.push(action),
      getState: () => ({ session: { token, user: { id: 7 } } }) as RootState,
      refetch: () => undefined,
    } as unknown as PatchContext
    patches.auth?.({ action: 'update', user: { id: 7, email: '', companyId: 1 }, reason }, context)
  }
  const toasts = () => actions.filter(toastShown.match).length
  const ends = () => actions.filter(loggedOut.match).length

  it.each(['replaced', 'role', 'admin', 'unknown'])('says so before it signs out: %s', (reason) => {
    come(reason)
    expect([toasts(), ends()]).toEqual([1, 0])
    jest.advanceTimersByTime(1000)
    expect(ends()).toBe(1)
  })

  it('shows no message after a sign-out in another window', () => {
    come('logout')
    jest.advanceTimersByTime(1000)
    expect([toasts(), ends()]).toEqual([0, 1])
  })

  it('keeps the session of a user who has signed in meanwhile', () => {
    come('replaced')
    token = 'second'
    jest.advanceTimersByTime(1000)
    expect(ends()).toBe(0)
  })
})
