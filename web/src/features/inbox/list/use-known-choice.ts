import { useEffect, useMemo } from 'react'
import { useUser } from '../../../base/access.js'
import { useRecords } from '../../../records/record-api.js'
import { useUserListQuery } from '../../../records/user-list.js'
import { useConnectionsQuery } from '../../connections/api.js'
import { unknownIn } from '../model/chosen-filters.js'
import type { ListFilter } from './use-list-filter.js'

/** Queues that this user may filter by: all for admins, own queues for others; undefined until known. */
export const useOfferedQueues = () => {
  const { profile, queues } = useUser()
  const { rows } = useRecords('queue')
  return useMemo(
    () => (profile === 'admin' ? rows : rows?.filter(({ id }) => queues.some((own) => own.id === id))),
    [profile, queues, rows],
  )
}

/** Removes deleted and forbidden ids from the choice of filters. */
export const useKnownChoice = ({ chosen, choose }: ListFilter): void => {
  const queueIds = useOfferedQueues()
  const { rows: tags } = useRecords('tag')
  const { data: users } = useUserListQuery(undefined, { skip: chosen.users.length === 0 })
  const { data: connections } = useConnectionsQuery(undefined, { skip: chosen.connections.length === 0 })
  useEffect(() => {
    const change = unknownIn(chosen, { queueIds, tags, users, connections })
    if (change !== null) choose(change)
  }, [chosen, choose, queueIds, tags, users, connections])
}
