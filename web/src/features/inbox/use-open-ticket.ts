import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useEffect, useRef } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useAppDispatch, useAppSelector, useGoTo } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { inboxApi, useTicketByUuidQuery } from './api.js'
import { wasLeavingShown } from './notice-once.js'
import { isTicketInaccessible, strandUnsent } from './strand-unsent.js'

interface OpenTicket {
  readonly ticket: TicketRecord | undefined
  readonly loading: boolean
  /** a failed read, unless the ticket is deleted or forbidden */
  readonly failed: boolean
  retry(): void
}

/**
 * The ticket of the address. A deleted or forbidden ticket leads back to the list, with the reason. Until it
 * is read, the list's data (`listed`) shows. Not for a closed ticket: the list does not know its contact's
 * active ticket.
 */
export const useOpenTicket = (uuid: string | undefined, listed: readonly TicketRecord[]): OpenTicket => {
  const dispatch = useAppDispatch()
  const goTo = useGoTo()
  // a refused read may be allowed by now: read again
  const wasRefused = useAppSelector(
    (state) => inboxApi.endpoints.ticketByUuid.select(uuid ?? '')(state).isError,
  )
  const { currentData, isFetching, error, refetch } = useTicketByUuidQuery(uuid ?? '', {
    skip: uuid === undefined,
    refetchOnMountOrArgChange: wasRefused,
  })
  const opened = useRef<{ readonly uuid: string | undefined; readonly before: unknown }>(null)
  if (opened.current?.uuid !== uuid) opened.current = { uuid, before: error }
  const isOld = error === opened.current?.before
  const failure = uuid === undefined || isFetching || isOld ? undefined : (error as ApiError | undefined)
  // 400: the address is no ticket's
  const gone = failure !== undefined && [400, 403, 404].includes(failure.status)
  const known = currentData ?? listed.find((ticket) => ticket.uuid === uuid && ticket.status !== 'closed')
  const knownId = known?.id
  const contactId = known?.contactId
  useEffect(() => {
    if (!gone || failure === undefined) return
    if (knownId !== undefined && isTicketInaccessible(failure)) dispatch(strandUnsent(knownId, contactId))
    const named: ApiError = failure.status === 400 ? { status: 404, code: 'ERR_NO_TICKET_FOUND' } : failure
    if (knownId === undefined || !wasLeavingShown(knownId))
      dispatch(toastShown({ tone: 'failed', text: errorText(named) }))
    goTo('/tickets', { replace: true })
  }, [gone, failure, knownId, contactId, dispatch, goTo])
  const ticket = uuid === undefined || gone ? undefined : known
  return {
    ticket,
    loading: isFetching && ticket === undefined,
    failed: failure !== undefined && !gone,
    retry: () => void refetch(),
  }
}
