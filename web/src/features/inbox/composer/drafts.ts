import { readStored, store } from '../../../app/storage.js'

/** Each draft has an entry of its own: windows that write at once never overwrite each other's. */
const PREFIX = 'guiche.draft.'
/** Drafts kept at most; the oldest go first. */
const LIMIT = 100

interface Draft {
  readonly text: string
  /** ms of its last change */
  readonly at: number
}

export const draftKey = (userId: number, ticketId: number): string => `${PREFIX}${userId}.${ticketId}`

const parse = (stored: string | null): Draft | null => {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<Draft> | null
    return typeof draft?.text === 'string' && typeof draft.at === 'number'
      ? { text: draft.text, at: draft.at }
      : null
  } catch {
    return null
  }
}

/** What an entry says; '' for none. */
export const draftText = (stored: string | null): string => parse(stored)?.text ?? ''

/** What was typed and not sent; it survives a reload. */
export const readDraft = (key: string): string => draftText(readStored(key))

const forgetOldest = (): void => {
  const held = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: parse(readStored(key))?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)
  for (const { key } of held.slice(0, Math.max(0, held.length - LIMIT))) store(key, null)
}

/** Keeps a draft; an empty one is forgotten. */
export const writeDraft = (key: string, text: string, now: number = Date.now()): void => {
  if (text.trim() === '') return store(key, null)
  const fresh = readStored(key) === null
  store(key, JSON.stringify({ text, at: now } satisfies Draft))
  if (fresh && readStored(key) !== null) forgetOldest()
}
