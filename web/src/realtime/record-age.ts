/**
 * Fields that give a record's age. `position` compares as text; without it the time of the last change
 * counts.
 */
export interface RecordAge {
  readonly position?: string
  readonly updatedAt?: string
}

/**
 * Whether a frame's record may replace the held record: false if older. A record of equal age may, because some fields
 * (online, names) change without an event.
 */
export const mayReplace = (held: RecordAge | undefined, incoming: RecordAge): boolean => {
  if (held === undefined) return true
  if (held.position !== undefined && incoming.position !== undefined)
    return incoming.position >= held.position
  if (held.updatedAt !== undefined && incoming.updatedAt !== undefined)
    return Date.parse(incoming.updatedAt) >= Date.parse(held.updatedAt)
  return true
}

/** A record of a list. Lists are drafts of the cache: the functions below change them in place. */
type ListedRecord = RecordAge & { id: number | string }

/** Replaces the record with the same id, unless the held one is newer; gives whether it was found. */
export const replaceIn = (list: ListedRecord[], incoming: ListedRecord): boolean => {
  const place = list.findIndex(({ id }) => id === incoming.id)
  if (place === -1) return false
  if (mayReplace(list[place], incoming)) list[place] = incoming
  return true
}

/** Like replaceIn, but adds a new record at the end. */
export const upsertIn = (list: ListedRecord[], incoming: ListedRecord): void => {
  if (!replaceIn(list, incoming)) list.push(incoming)
}

/** A newly read list, with held records that are newer, because frames may arrive during the read. */
export const withNewer = <T extends ListedRecord>(held: readonly T[], read: readonly T[]): T[] =>
  read.map((one) => {
    const known = held.find(({ id }) => id === one.id)
    return known === undefined || mayReplace(known, one) ? one : known
  })

/** Removes a record from a list; gives whether it was there. */
export const removeFrom = (list: { id: number | string }[], id: number | string): boolean => {
  const place = list.findIndex((record) => record.id === id)
  if (place === -1) return false
  list.splice(place, 1)
  return true
}
