import type { ContactRef, MessageRecord } from '@guiche/contracts/views/records.js'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../../api/errors.js'
import { newId } from '../../../api/ids.js'
import { useForwardMessageMutation } from '../api.js'
import { conflictOf, conflictText } from '../model/conflict.js'

/** Milliseconds between two messages, so that WhatsApp does not take the sender for a bot. */
const PAUSE_MS = 900

/** One message to one contact. */
export interface Forwarding {
  /** Idempotency-Key of all its attempts */
  readonly key: string
  readonly message: MessageRecord
  readonly contact: Pick<ContactRef, 'id' | 'name'>
  readonly state: 'waiting' | 'sent' | 'failed'
  /** reason of the failure as text */
  readonly why: string
}

/** All pairs of message and contact: all messages to the first contact, then to the next. */
export const forwardingsOf = (
  messages: readonly MessageRecord[],
  contacts: readonly Forwarding['contact'][],
): readonly Forwarding[] =>
  contacts.flatMap((contact) =>
    messages.map((message) => ({ key: newId(), message, contact, state: 'waiting' as const, why: '' })),
  )

interface Steps {
  /** forwards one message; gives the error, or undefined */
  send(forwarding: Forwarding): Promise<ApiError | undefined>
  isStopped(): boolean
  /** shows the present state of all */
  show(forwardings: readonly Forwarding[]): void
}

/**
 * Sends pending messages one after another, with a pause, and gives the state of all. After a failure the
 * next message follows. After a stop, or offline, the rest waits.
 */
export const forwardAll = async (
  all: readonly Forwarding[],
  { send, isStopped, show }: Steps,
): Promise<readonly Forwarding[]> => {
  let now = all.map((forwarding) =>
    forwarding.state === 'failed' ? { ...forwarding, state: 'waiting' as const, why: '' } : forwarding,
  )
  show(now)
  const left = now.filter(({ state }) => state === 'waiting')
  for (const [index, forwarding] of left.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (isStopped()) break
    const error = await send(forwarding)
    const what: Pick<Forwarding, 'state' | 'why'> =
      error === undefined ? { state: 'sent', why: '' } : { state: 'failed', why: reasonOf(error) }
    now = now.map((one) => (one.key === forwarding.key ? { ...one, ...what } : one))
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
  const [forwardings, setErrands] = useState<readonly Forwarding[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const [forward] = useForwardMessageMutation()
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  const start = async (all: readonly Forwarding[]): Promise<readonly Forwarding[]> => {
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
    forwardings,
    running,
    start,
    /** stops after the current message */
    stop: () => {
      stopped.current = true
    },
  }
}
