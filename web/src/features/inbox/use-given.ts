import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useUser } from '../../base/access.js'
import { useAppDispatch, useAppSelector } from '../../base/hooks.js'
import { followLooks, isLooked } from '../../base/looked.js'
import { givenWasSeen } from '../../theme/preferences.js'
import { useTicketsInfiniteQuery } from './api.js'
import { usualOpen } from './model/chosen.js'
import { givenBy, newGiven } from './model/given.js'

/**
 * New transfers to this user that were not seen on this computer, among the newest tickets that the user
 * attends. `read`: state of that list's query, which the inbox usually shows anyway.
 */
export const useNewGiven = () => {
  const { id, profile } = useUser()
  const filter = useMemo(() => usualOpen(profile === 'admin'), [profile])
  const read = useTicketsInfiniteQuery(filter)
  const seen = useAppSelector(({ preferences }) => preferences.givenSeen)
  const { data } = read
  const given = useMemo(
    () =>
      newGiven(
        (data?.pages ?? []).flatMap(({ tickets }) => tickets),
        id,
        seen,
      ),
    [data, id, seen],
  )
  return { given, read }
}

/** Marks a transfer as seen while its ticket is shown in a focused window. */
export const useSeenGiven = (ticket: TicketRecord, enabled: boolean): void => {
  const dispatch = useAppDispatch()
  const { id } = useUser()
  const looks = useSyncExternalStore(followLooks, isLooked)
  const position = enabled ? givenBy(ticket, id)?.position : undefined
  const isSeen = useAppSelector(
    ({ preferences }) => position === undefined || preferences.givenSeen.includes(position),
  )
  useEffect(() => {
    if (looks && !isSeen && position !== undefined) dispatch(givenWasSeen([position]))
  }, [looks, isSeen, position, dispatch])
}
