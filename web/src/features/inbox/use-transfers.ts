import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useUser } from '../../base/access.js'
import { followAttention, hasAttention } from '../../base/attention.js'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import { givenWasSeen } from '../../theme/preferences.js'
import { useTicketsInfiniteQuery } from './api.js'
import { usualOpen } from './model/chosen-filters.js'
import { newTransfers, transferTo } from './model/transfers.js'

/**
 * New transfers to this user that were not seen on this computer, among the newest tickets that the user
 * attends. `read`: state of that list's query, which the inbox usually shows anyway.
 */
export const useNewTransfers = () => {
  const { id, profile } = useUser()
  const filter = useMemo(() => usualOpen(profile === 'admin'), [profile])
  const read = useTicketsInfiniteQuery(filter)
  const seen = useAppSelector(({ preferences }) => preferences.givenSeen)
  const { data } = read
  const given = useMemo(
    () =>
      newTransfers(
        (data?.pages ?? []).flatMap(({ tickets }) => tickets),
        id,
        seen,
      ),
    [data, id, seen],
  )
  return { given, read }
}

/** Marks a transfer as seen while its ticket is shown in a focused window. */
export const useSeenTransfers = (ticket: TicketRecord, enabled: boolean): void => {
  const dispatch = useAppDispatch()
  const { id } = useUser()
  const looks = useSyncExternalStore(followAttention, hasAttention)
  const position = enabled ? transferTo(ticket, id)?.position : undefined
  const isWindowVisible = useAppSelector(
    ({ preferences }) => position === undefined || preferences.givenSeen.includes(position),
  )
  useEffect(() => {
    if (looks && !isWindowVisible && position !== undefined) dispatch(givenWasSeen([position]))
  }, [looks, isWindowVisible, position, dispatch])
}
