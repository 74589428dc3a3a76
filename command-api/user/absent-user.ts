import { streams } from '@guiche/contracts/streams.js'
import { absentIn } from '../kernel/named-ids.js'
import { userDecider } from './decide.js'

/** Checks ids of users in bodies. */
export const absentUser = absentIn({
  decider: userDecider,
  streamOf: (_companyId, id) => streams.user(id),
  isThere: (user, _id, companyId) => user.status === 'active' && user.companyId === companyId,
  error: 'ERR_NO_USER_FOUND',
})
