import { hash } from 'node:crypto'
import { type Columns, columnsOf } from './conditions.js'
import { type Field, fieldsReader } from './fields.js'
import type { CollectionSpec, Doc } from './read-store.js'
import type { Reader } from './reader.js'
import { searchedText, tokensOf } from './tokens.js'

/** A document as the writer takes it. */
export interface Row {
  readonly collection: string
  readonly id: string
  readonly companyId: number
  readonly body: string
  /** values of the columns that indexes are made of */
  readonly fields: readonly Field[]
  /** search words, and a hash of them; null if nothing is searched */
  readonly tokens: string | null
  readonly digest: string | null
}

interface Words {
  readonly tokens: string
  readonly digest: string
}

interface Shape {
  readonly columns: Columns
  readonly read: (doc: Doc) => Field[]
  readonly words: (doc: Doc) => Words | null
}

/** A document is often written several times in a row with the same words. */
const MAX_CACHED_WORDS = 5000

const wordsReader = (search: CollectionSpec['search']): Shape['words'] => {
  if (search === undefined) return () => null
  const known = new Map<string, Words>()
  return (doc) => {
    const text = `${doc.companyId}\0${searchedText(search, doc)}`
    const found = known.get(text)
    if (found !== undefined) return found
    // The company stands in every word of the index, so a search reads the company's own entries only.
    const tokens = tokensOf(search, doc)
      .map((token) => `${doc.companyId}_${token}`)
      .join(' ')
    const words = { tokens, digest: hash('sha1', tokens, 'base64') }
    if (known.size >= MAX_CACHED_WORDS) known.clear()
    known.set(text, words)
    return words
  }
}

/** Shapes of stored collections: fields with columns, and searched fields. Read from the file. */
export const createShapes = (ask: Reader['now']) => {
  const known = new Map<string, Shape>()
  /** undefined when there is no such collection */
  const of = (collection: string): Shape | undefined => {
    const found = known.get(collection)
    if (found !== undefined) return found
    const sql = 'SELECT search, fields FROM collections WHERE name = ?'
    const [row] = ask({ sql, parameters: [collection] })
    if (row === undefined) return undefined
    const [search, fields] = row.map((value) => (value === null ? undefined : JSON.parse(String(value))))
    const shape = { columns: columnsOf(fields), read: fieldsReader(fields), words: wordsReader(search) }
    known.set(collection, shape)
    return shape
  }
  return {
    of,
    forget: () => known.clear(),
    rowOf: (collection: string, doc: Doc): Row => {
      const shape = of(collection)
      const words = shape?.words(doc)
      return {
        collection,
        id: doc.id,
        companyId: doc.companyId,
        body: JSON.stringify(doc),
        fields: shape?.read(doc) ?? [],
        tokens: words?.tokens ?? null,
        digest: words?.digest ?? null,
      }
    },
  }
}
