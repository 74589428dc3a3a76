const KEY = 'guiche.drafts'
/** Drafts kept at most; the oldest go first. */
const LIMIT = 100

type Drafts = readonly (readonly [ticketId: number, text: string])[]

const load = (): Drafts => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(
      (entry): entry is [number, string] =>
        Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string',
    )
  } catch {
    return []
  }
}

/** What was typed on a ticket and not sent; it survives a reload. */
export const readDraft = (ticketId: number): string => load().find(([id]) => id === ticketId)?.[1] ?? ''

/** Keeps a draft; an empty one is forgotten. */
export const writeDraft = (ticketId: number, text: string): void => {
  const others = load().filter(([id]) => id !== ticketId)
  const kept = text.trim() === '' ? others : [...others, [ticketId, text] as const].slice(-LIMIT)
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // a full or forbidden storage loses the draft at a reload, nothing else
  }
}
