/** A recorded voice message. */
export interface RecordedVoice {
  readonly file: File
  /** milliseconds */
  readonly elapsed: number
}

/** A file list, by its name. */
export interface AttachedList {
  readonly id: number
  readonly name: string
}

/** Attachments of a ticket's next message. */
export interface AttachedFiles {
  readonly files: readonly File[]
  /** number of additions in preparation */
  readonly coming: number
  /** the voice message being recorded, or waiting to be sent or discarded */
  readonly voice: 'recording' | RecordedVoice | null
  /** a file list that is sent after the text and the files */
  readonly list: AttachedList | null
}

const NOTHING: AttachedFiles = { files: [], coming: 0, voice: null, list: null }
/** Attachments by user and ticket: they return when the user reopens the ticket. */
const held = new Map<string, AttachedFiles>()
const listeners = new Set<() => void>()

export const attachedKey = (userId: number, ticketId: number): string => `${userId}.${ticketId}`

/** Whether a user has attachments in any ticket; closing the page would lose them. */
export const hasAttached = (userId: number): boolean =>
  [...held.keys()].some((key) => key.startsWith(`${userId}.`))

/** A user's attachments in a ticket; the same object until a change. */
export const attachedTo = (key: string): AttachedFiles => held.get(key) ?? NOTHING

/** Changes a ticket's attachments, even if the ticket is not on the screen. */
export const changeAttached = (
  key: string,
  change: (before: AttachedFiles) => Partial<AttachedFiles>,
): void => {
  const before = attachedTo(key)
  const next = { ...before, ...change(before) }
  const { files, coming, voice, list } = next
  if (files.length === 0 && coming === 0 && voice === null && list === null) held.delete(key)
  else held.set(key, next)
  for (const tell of listeners) tell()
}

/**
 * Discards a ticket's attachments. Gives whether anything was lost; a file list is stored elsewhere, so it
 * does not count.
 */
export const discardAttached = (key: string): boolean => {
  const before = held.get(key)
  if (before === undefined) return false
  changeAttached(key, () => ({ files: [], voice: null, list: null }))
  return before.files.length > 0 || before.coming > 0 || before.voice !== null
}

/** Calls back after each change. Gives a function that stops listening. */
export const onAttachmentsChange = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Runs work that attaches files later; until then the files count as coming. Rejects as `work` does. */
export const whileComing = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
  changeAttached(key, ({ coming }) => ({ coming: coming + 1 }))
  try {
    return await work()
  } finally {
    changeAttached(key, ({ coming }) => ({ coming: coming - 1 }))
  }
}
