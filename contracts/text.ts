import { type TSchema, Type } from '@sinclair/typebox'
import { Strict } from './envelope.js'
import { NAME_PATTERN } from './plain-text.js'
import { MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS } from './search-length.js'
import { MIN_PASSWORD_LENGTH } from './users/password.js'

/** Path and query values arrive as text; these patterns exclude invalid values before the handlers. */
/** A numeric id; at most 15 digits, so that the number is exact. */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })
/** Id of a stored message. */
export const MessageIdText = Type.String({ pattern: '^[0-9a-f]{32}$' })
/** Text of a message. */
export const MessageText = Type.String({ maxLength: 65_536 })
/** A cursor of an answer, sent back for the next page. A name of 200 characters may take 2,400 characters. */
const CursorText = Type.String({ maxLength: 3000, pattern: '^[A-Za-z0-9_-]*$' })
/** `[1,2,3]` as a JSON string. */
const IdsText = Type.String({
  maxLength: 8000,
  // no two sequences of blanks side by side: the pattern would try each position between them
  pattern: '^\\[ *([1-9][0-9]{0,14}( *, *[1-9][0-9]{0,14})* *)?\\]$',
})
/** Some of these words, as a JSON string: `["high","urgent"]`. */
export const optionalWords = (words: readonly string[]) => {
  const word = `"(${words.join('|')})"`
  return Type.Optional(Type.String({ maxLength: 200, pattern: `^\\[ *(${word}( *, *${word})* *)?\\]$` }))
}
const DayText = Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$' })
/** A required day. */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
const FlagText = Type.String({ pattern: '^(true|false|1|0)?$' })

export const Name = Type.String({ minLength: 2, maxLength: 50, pattern: NAME_PATTERN })
export const Email = Type.String({ format: 'email', maxLength: 254 })
/** `08:00`, or empty. */
export const TimeOfDay = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9])?$' })
/** Why a new password may be refused apart from its length. */
export const NEW_PASSWORD = ['ERR_PASSWORD_SHORT', 'ERR_PASSWORD_COMMON'] as const
export const Password = Type.String({ minLength: MIN_PASSWORD_LENGTH.user, maxLength: 50 })

/**
 * A phone number as users write it, country code first. Numbers copied from WhatsApp may have Unicode
 * directional marks around them.
 */
export const PhoneText = Type.String({
  minLength: 8,
  maxLength: 50,
  pattern: '^[0-9+()\\-\\s.\\p{Bidi_Control}]+$',
})

export const optionalText = {
  id: Type.Optional(IdText),
  /** -1: records where the field is null */
  idOrRoot: Type.Optional(Type.String({ pattern: '^(-1|[1-9][0-9]{0,14})$' })),
  ids: Type.Optional(IdsText),
  day: Type.Optional(DayText),
  flag: Type.Optional(FlagText),
  search: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_LENGTH,
      description: `Words, each found by its beginning; of more than ${MAX_SEARCH_WORDS} the longest ${MAX_SEARCH_WORDS} count`,
    }),
  ),
  cursor: Type.Optional(CursorText),
  /** ISO-8601 with its zone */
  time: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
  /** sent by existing clients, without effect: the company comes from the session */
  ignored: Type.Optional(Type.String({ maxLength: 100 })),
} as const

/** The query of a paged list: a page number, or the previous page's cursor. */
export const pagedQuery = <T extends Record<string, TSchema>>(fields: T) =>
  Strict({
    searchParam: optionalText.search,
    pageNumber: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,3})?$' })),
    cursor: optionalText.cursor,
    ...fields,
  })
