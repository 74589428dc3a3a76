import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from './connections/decide.js'
import type { Kernel } from './kernel/kernel.js'
import { deciders } from './records/deciders.js'
import { userDecider } from './user/decide.js'

/** Ids of a body, by what they name. */
export interface NamedIds {
  readonly queues?: readonly (number | null | undefined)[]
  readonly users?: readonly (number | null | undefined)[]
  readonly connections?: readonly (number | null | undefined)[]
}

/** Some clients say 0 where they name nothing. */
const given = (ids: NamedIds[keyof NamedIds] = []): readonly number[] =>
  ids.filter((id): id is number => typeof id === 'number' && id > 0)

/**
 * Gives the error for the first id that names nothing of this company, or null. What is another company's is as absent as
 * what never was. Asked of the streams, so what was made or deleted just now counts. Rejects as `kernel.load`.
 */
export const absentIn = async (
  kernel: Pick<Kernel, 'load'>,
  companyId: number,
  ids: NamedIds,
): Promise<DomainError | null> => {
  const [queueIds, userIds, connectionIds] = [given(ids.queues), given(ids.users), given(ids.connections)]
  if (queueIds.length > 0) {
    const { state } = await kernel.load(deciders.queue, streams.records('queues', companyId))
    if (queueIds.some((id) => !state.records.has(id))) return domainError('ERR_QUEUE_NOT_FOUND')
  }
  const users = await Promise.all(userIds.map((id) => kernel.load(userDecider, streams.user(id))))
  if (users.some(({ state }) => state.status !== 'active' || state.companyId !== companyId))
    return domainError('ERR_NO_USER_FOUND')
  if (connectionIds.length > 0) {
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    if (connectionIds.some((id) => !state.all.has(id))) return domainError('ERR_NO_WAPP_FOUND')
  }
  return null
}
