import { streams } from '@guiche/contracts/streams.js'
import { consequence, type Work } from '../kernel/consequence.js'
import type { Kernel } from '../kernel/kernel.js'
import { userDecider } from './decide.js'
import type { Holdings } from './holdings.js'

interface Needs {
  readonly kernel: Pick<Kernel, 'load'>
  readonly holdings: Pick<Holdings, 'exclusively' | 'takeAdminSeat' | 'releaseAdminSeat'>
}

const settleSeatOf = (
  companyId: number,
  userId: number,
  work: Work,
  { kernel, holdings }: Needs,
): Promise<void> =>
  holdings.exclusively(companyId, async () => {
    const { state } = await kernel.load(userDecider, streams.user(userId))
    const isAdmin = state.status === 'active' && state.profile === 'admin'
    const { takeAdminSeat, releaseAdminSeat } = holdings
    work.settle(await (isAdmin ? takeAdminSeat : releaseAdminSeat)(userId, work.meta()))
  })

/** Repairs a crash between the change of a user's profile and the change of the admin's seat. */
export const settleSeat = consequence<Needs, 'user.created.v1' | 'user.changed.v1'>({
  name: 'settle-seat',
  group: 'cascade',
  // the seat of the last admin stays taken
  harmless: ['ERR_LAST_ADMIN'],
  on: {
    'user.created.v1': ({ companyId, data }, work, needs) =>
      settleSeatOf(companyId, data.userId, work, needs),
    'user.changed.v1': ({ companyId, data }, work, needs) =>
      settleSeatOf(companyId, data.userId, work, needs),
  },
})
