import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Guard } from '@guiche/infra/http/route.js'
import type { Kernel } from '../kernel/kernel.js'
import { userDecider } from './decide.js'
import type { UserState } from './state.js'

/** The user `:id` of the caller's company; for the user itself and for admins. */
export const userGuard =
  (kernel: Kernel): Guard<UserState> =>
  async (caller, { id }) => {
    const { state } = await kernel.load(userDecider, streams.user(Number(id)))
    if (state.status !== 'active' || state.companyId !== caller.companyId) {
      return err(domainError('ERR_NO_USER_FOUND'))
    }
    return caller.profile === 'admin' || id === caller.userId
      ? ok(state)
      : err(domainError('ERR_NO_PERMISSION'))
  }
