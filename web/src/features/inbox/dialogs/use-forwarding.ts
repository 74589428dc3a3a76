import type { ContactRef, MessageRecord } from '@guiche/contracts/views/records.js'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../../api/errors.js'
import { newId } from '../../../api/ids.js'
import { useForwardMessageMutation } from '../api.js'
import { conflictOf, conflictText } from '../model/conflict.js'

/** Milliseconds between two messages, so that WhatsApp does not take the sender for a bot. */
const PAUSE = 900

/** One message to one contact. */
export interface Errand {
  /** Idempotency-Key of all its attempts */
  readonly key: string
  readonly message: MessageRecord
  readonly contact: Pick<ContactRef, 'id' | 'name'>
  readonly state: 'waiting' | 'sent' | 'failed'
  /** reason of the failure as text */
  readonly why: string
}

/** All pairs of message and contact: all messages to the first contact, then to the next. */
export const errandsOf = (
  messages: readonly MessageRecord[],
  contacts: readonly Errand['contact'][],
): readonly Errand[] =>
  contacts.flatMap((contact) =>
    messages.map((message) => ({ key: newId(), message, contact, state: 'waiting' as const, why: '' })),
  )

interface Steps {
  /** forwards one message; gives the error, or undefined */
  send(errand: Errand): Promise<ApiError | undefined>
  isStopped(): boolean
  /** shows the present state of all */
  show(errands: readonly Errand[]): void
}

/**
 * Sends pending messages one after another, with a pause, and gives the state of all. After a failure the
 * next message follows. After a stop, or offline, the rest waits.
 */
export const forwardAll = async (
  all: readonly Errand[],
  { send, isStopped, show }: Steps,
): Promise<readonly Errand[]> => {
  let now = all.map((errand) =>
    errand.state === 'failed' ? { ...errand, state: 'waiting' as const, why: '' } : errand,
  )
  show(now)
  const left = now.filter(({ state }) => state === 'waiting')
  for (const [index, errand] of left.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    if (isStopped()) break
    const error = await send(errand)
    const what: Pick<Errand, 'state' | 'why'> =
      error === undefined ? { state: 'sent', why: '' } : { state: 'failed', why: reasonOf(error) }
    now = now.map((one) => (one.key === errand.key ? { ...one, ...what } : one))
    show(now)
    if (error?.status === 0) break
  }
  return now
}

/** Why a contact was not reached: who attends the ticket, or in which queue the ticket waits. */
const reasonOf = (error: ApiError): string => {
  const other = conflictOf(error)
  return other === null ? errorText(error) : conflictText(i18next.t, other)
}

/** The forwarding of a dialog; pending messages are dropped with the dialog. */
export const useForwarding = (sign: boolean) => {
  const [errands, setErrands] = useState<readonly Errand[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const [forward] = useForwardMessageMutation()
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const start = async (all: readonly Errand[]): Promise<readonly Errand[]> => {
    stopped.current = false
    setRunning(true)
    const done = await forwardAll(all, {
      send: async ({ key, message, contact }) => {
        const body = { messageId: message.id, contactId: contact.id, signMessage: sign }
        return (await forward({ body, idempotencyKey: key })).error as ApiError | undefined
      },
      isStopped: () => stopped.current,
      show: setErrands,
    })
    setRunning(false)
    return done
  }
  return {
    errands,
    running,
    start,
    /** stops after the current message */
    stop: () => {
      stopped.current = true
    },
  }
}
