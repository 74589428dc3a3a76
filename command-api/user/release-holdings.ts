import { streams } from '@guiche/contracts/streams.js'
import { consequence } from '../kernel/consequence.js'
import type { Kernel } from '../kernel/kernel.js'
import { userDecider } from './decide.js'
import type { Holdings } from './holdings.js'
import type { Passwords } from './passwords.js'

interface Needs {
  readonly kernel: Pick<Kernel, 'load'>
  readonly holdings: Pick<Holdings, 'releaseAdminSeat' | 'releaseSeat' | 'releaseEmail'>
  readonly passwords: Pick<Passwords, 'remove'>
}

/** Releases the holdings of a deleted user: seats, e-mail and password. */
export const releaseHoldings = consequence<Needs>({
  name: 'release-holdings',
  group: 'cascade',
  atOnce: true,
  // the seat of the last admin stays taken
  harmless: ['ERR_LAST_ADMIN'],
  on: {
    'user.deleted.v1': async ({ data: { userId } }, work, { kernel, holdings, passwords }) => {
      const { state } = await kernel.load(userDecider, streams.user(userId))
      work.settle(await holdings.releaseAdminSeat(userId, work.meta()))
      work.settle(await holdings.releaseSeat(userId, work.meta()))
      if (state.email !== '') work.settle(await holdings.releaseEmail(userId, state.email, work.meta()))
      if (state.passwordRef !== '') await passwords.remove(state.passwordRef)
    },
  },
})
