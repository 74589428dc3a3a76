import { Strict } from '@guiche/contracts/envelope.js'
import { type TSchema, Type } from '@sinclair/typebox'

/** Path and query values arrive as text; these patterns leave nothing for the handlers to doubt. */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })
export const IdParams = Strict({ id: IdText })
/** Made by an answer, sent back to go on from there. */
export const CursorText = Type.String({ maxLength: 1000, pattern: '^[A-Za-z0-9_-]*$' })
/** `[1,2,3]` as a JSON string. */
const IdsText = Type.String({
  maxLength: 8000,
  pattern: '^\\[ *([1-9][0-9]{0,14}( *, *[1-9][0-9]{0,14})*)? *\\]$',
})
const DayText = Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' })
const FlagText = Type.String({ pattern: '^(true|false|1|0)?$' })

export const optional = {
  id: Type.Optional(IdText),
  ids: Type.Optional(IdsText),
  day: Type.Optional(DayText),
  flag: Type.Optional(FlagText),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  /** sent by existing clients, without effect: the company comes from the session */
  ignored: Type.Optional(Type.String({ maxLength: 100 })),
} as const

/** The query of a paged list: number of the page, or the cursor of the page before. */
export const pagedQuery = <T extends Record<string, TSchema>>(fields: T) =>
  Strict({
    searchParam: optional.search,
    pageNumber: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,3})?$' })),
    cursor: Type.Optional(CursorText),
    ...fields,
  })

/** Ids of a checked `[1,2]` text; null where none was sent. */
export const idsOf = (text: string | undefined): number[] | null =>
  text === undefined ? null : (JSON.parse(text) as number[])

export const flagOf = (text: string | undefined): boolean => text === 'true' || text === '1'

/** Text without what stands around it; null when nothing is left. */
export const textOf = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}
