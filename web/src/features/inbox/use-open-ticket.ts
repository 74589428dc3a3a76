import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useEffect } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useAppDispatch, useGoTo } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTicketByUuidQuery } from './api.js'
import { saysGone, strandUnsent } from './strand-unsent.js'
import { wasToldLeaving } from './told.js'

interface OpenTicket {
  readonly ticket: TicketRecord | undefined
  readonly loading: boolean
  /** a failed read, unless the ticket is gone or forbidden */
  readonly failed: boolean
  retry(): void
}

/**
 * The ticket of the address. A deleted or forbidden one leads back to the list, with the reason. Until it is read, the
 * list's data (`listed`) shows, except for a closed ticket: the list does not know its contact's active one.
 */
export const useOpenTicket = (uuid: string | undefined, listed: readonly TicketRecord[]): OpenTicket => {
  const dispatch = useAppDispatch()
  const goTo = useGoTo()
  const { currentData, isFetching, error, refetch } = useTicketByUuidQuery(uuid ?? '', {
    skip: uuid === undefined,
  })
  const failure = uuid === undefined || isFetching ? undefined : (error as ApiError | undefined)
  // 400: the address names no ticket at all
  const gone = failure !== undefined && [400, 403, 404].includes(failure.status)
  const known = currentData ?? listed.find((ticket) => ticket.uuid === uuid && ticket.status !== 'closed')
  const knownId = known?.id
  const contactId = known?.contactId
  useEffect(() => {
    if (!gone || failure === undefined) return
    if (knownId !== undefined && saysGone(failure)) dispatch(strandUnsent(knownId, contactId))
    const named: ApiError = failure.status === 400 ? { status: 404, code: 'ERR_NO_TICKET_FOUND' } : failure
    if (knownId === undefined || !wasToldLeaving(knownId))
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
