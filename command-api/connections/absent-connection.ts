import { streams } from '@guiche/contracts/streams.js'
import { absentIn } from '../kernel/named-ids.js'
import { connectionsDecider } from './decide.js'

/** Resolves connections in bodies. */
export const absentConnection = absentIn({
  decider: connectionsDecider,
  streamOf: (companyId) => streams.connections(companyId),
  isThere: ({ all }, id) => all.has(id),
  error: 'ERR_NO_WAPP_FOUND',
})
