import { err, ok, type Result } from '@guiche/contracts/result.js'
import { deriveKey, NAME_PURPOSES, nameKeyEntry } from '../keys.js'
import { PROBE_KEY, ROTATING_KEY } from './names.js'
import { createSeal, type Seal } from './seal.js'

const PAGE = 500

/** An entry as stored. */
interface SealedEntry {
  readonly key: string
  readonly value: Buffer
}

/**
 * All stored entries of a vault, including internal ones, for a rotation. No process may use the vault.
 * Epochs stay unchanged.
 */
export interface SealedEntries {
  get(key: string): Promise<Buffer | null>
  /** Up to `limit` entries after the key `after`, by key. */
  page(after: string, limit: number): Promise<readonly SealedEntry[]>
  /** Durable when it resolves; null removes. An interrupted write may omit some of them. */
  write(entries: readonly { readonly key: string; readonly value: Buffer | null }[]): Promise<void>
}

/** The result of a rotation. */
export interface RotationResult {
  readonly sealed: number
  /** number of entries removed by `drop` */
  readonly dropped: number
  /** number of damaged entries, which no key opens; they stay unchanged */
  readonly unreadable: number
}

const openEntry = (seal: Seal, { key, value }: SealedEntry): Buffer | null => {
  try {
    return seal.open(key, value)
  } catch {
    return null
  }
}

const WRONG_FORMER =
  'none of the former keys opens the vault: set OLD_SECRET_KEY to the one that it was written with'
const OTHER_NEXT = 'a rotation to another key was cut short: finish that one first, with its keys'

/** Seals every entry again, page by page; entries already under `next` stay. */
const sealAll = async (
  entries: SealedEntries,
  former: Seal,
  next: Seal,
  drop: readonly string[],
): Promise<RotationResult> => {
  let [sealed, dropped, unreadable] = [0, 0, 0]
  for (let page = await entries.page(ROTATING_KEY, PAGE); page.length > 0; ) {
    const writes: { key: string; value: Buffer | null }[] = []
    for (const entry of page) {
      if (drop.some((prefix) => entry.key.startsWith(prefix))) {
        writes.push({ key: entry.key, value: null })
        dropped++
        continue
      }
      const plain = openEntry(former, entry)
      if (plain !== null) writes.push({ key: entry.key, value: next.close(entry.key, plain) })
      else if (openEntry(next, entry) === null) unreadable++
    }
    sealed += writes.filter(({ value }) => value !== null).length
    if (writes.length > 0) await entries.write(writes)
    page = await entries.page(page.at(-1)?.key ?? '', PAGE)
  }
  return { sealed, dropped, unreadable }
}

/**
 * Opens all entries of a vault with the former key and seals them with `next`. Entries whose key begins with
 * one of `drop` are removed. After an interruption, a call with the same keys continues:
 * 1. Write a mark, so that no process opens a vault under two keys.
 * 2. Keep the keys of names, because events contain such names.
 * 3. Seal entries again, until no entry is under the former key.
 * 4. Write the probe, and remove the mark.
 * `former`: keys of which one was the vault's key. An error is a sentence for the operator.
 */
export const rotateVault = async (
  entries: SealedEntries,
  options: {
    readonly former: readonly Buffer[]
    readonly next: Buffer
    readonly drop: readonly string[]
  },
): Promise<Result<RotationResult, string>> => {
  const next = createSeal(deriveKey(options.next, 'vault'))
  const done = { sealed: 0, dropped: 0, unreadable: 0 }
  const probe = await entries.get(PROBE_KEY)
  if (probe === null) return err('there is no vault whose key could be rotated')
  const end = async (rotated: RotationResult): Promise<Result<RotationResult, string>> => {
    await entries.write([{ key: PROBE_KEY, value: next.close(PROBE_KEY, Buffer.alloc(16)) }])
    await entries.write([{ key: ROTATING_KEY, value: null }])
    return ok(rotated)
  }
  // Interrupted between the two last writes, or later.
  if (openEntry(next, { key: PROBE_KEY, value: probe }) !== null) return end(done)

  const sealOf = (key: Buffer): Seal => createSeal(deriveKey(key, 'vault'))
  const formerKey = options.former.find(
    (key) => openEntry(sealOf(key), { key: PROBE_KEY, value: probe }) !== null,
  )
  if (formerKey === undefined) return err(WRONG_FORMER)
  const mark = await entries.get(ROTATING_KEY)
  if (mark !== null && openEntry(next, { key: ROTATING_KEY, value: mark }) === null) return err(OTHER_NEXT)
  if (mark === null)
    await entries.write([{ key: ROTATING_KEY, value: next.close(ROTATING_KEY, Buffer.alloc(16)) }])

  for (const purpose of NAME_PURPOSES) {
    const key = nameKeyEntry(purpose)
    // kept by an earlier, interrupted rotation
    if ((await entries.get(key)) !== null) continue
    await entries.write([{ key, value: next.close(key, deriveKey(formerKey, purpose)) }])
  }

  const former = sealOf(formerKey)
  const first = await sealAll(entries, former, next, options.drop)
  let { sealed, dropped, unreadable } = first
  for (let last = first; last.sealed + last.dropped > 0; ) {
    last = await sealAll(entries, former, next, options.drop)
    sealed += last.sealed
    dropped += last.dropped
    unreadable = last.unreadable
  }
  return end({ sealed, dropped, unreadable })
}
