import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ProviderEvent } from '../providers/provider.js'
import { SessionOverError } from '../providers/session-over.js'

interface Deps {
  readonly connectionId: number
  /** the last linked number, even if no phone is linked now */
  readonly linkedNumber: string | null
  /** why a number that was just linked is refused, null when it is not */
  readonly refusalOf: (number: string) => Promise<ErrorCode | null>
}

type Kind = ProviderEvent['kind']
/** How a phone is linked; anything else is taken once its number is accepted. */
const LINKS: ReadonlySet<Kind> = new Set<Kind>(['qr', 'pairing-code', 'paired', 'open', 'closed'])
const HISTORY: ReadonlySet<Kind> = new Set<Kind>(['old-messages', 'history'])

/** Holds back the events of a connection's lines until the number of a phone that was just linked is accepted. */
export const createAdmission = ({ connectionId, linkedNumber, refusalOf }: Deps) => {
  let unchecked = false
  let checking: Promise<ErrorCode | null> | null = null
  let refused = 0
  return {
    /** A phone was just linked. */
    begin: (): void => {
      unchecked = true
      checking = null
    },
    /** Why the number of an open line is refused, null when it is accepted. */
    judge: async (number: string | null): Promise<ErrorCode | null> => {
      if (number === null || (!unchecked && number === linkedNumber)) return null
      unchecked = true
      checking = refusalOf(number)
      const refusal = await checking
      unchecked = refusal !== null
      return refusal
    },
    /** From now on all events of this generation's line are refused. */
    refuse: (generation: number): void => {
      refused = generation
      unchecked = false
    },
    /**
     * Rejects with SessionOverError for events that must wait: the next session handles them, if the number is accepted then.
     */
    pass: async (kind: Kind, generation: number): Promise<void> => {
      // History comes beside other events, and each part comes once, so it waits for the check.
      if (HISTORY.has(kind)) await checking
      if (generation !== refused && (!unchecked || LINKS.has(kind))) return
      throw new SessionOverError(`the number of connection ${connectionId} is not accepted`)
    },
  }
}
