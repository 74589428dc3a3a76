/** Plain functions and patterns of texts; schemas of texts are in text.ts, which browsers do not load. */

/** A visible character: not one of zero width, such as U+200B, and not the blank of Braille, U+2800. */
export const VISIBLE_CHARACTER = '[^\\s\\p{Cc}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\u2800]'
/** The pattern of a name that people can read. */
export const NAME_PATTERN = `${VISIBLE_CHARACTER}.*${VISIBLE_CHARACTER}`

/** Control characters, and directional characters that can hide the ending of a file's name. */
export const HIDDEN_CHARACTERS = /[\p{Cc}\p{Bidi_Control}]/gu

/** A name as stored: one line, without hidden characters, trimmed. */
export const plainName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()

/** A name as pages show it: one blank for several. */
export const withSingleBlanks = (name: string): string => name.replace(/\s+/g, ' ')
/** A company's name as stored: the erasure asks for the name as pages show it. */
export const companyNameOf = (name: string): string => withSingleBlanks(plainName(name))

/**
 * Whether mail programs would turn a name into a link: it contains `://`, `www.`, or a dot without a
 * following blank (`shop.com`).
 */
export const looksLikeAddress = (name: string): boolean =>
  /:\/\/|(?:^|[^\p{L}\p{N}])www\.|[\p{L}\p{N}-]\.\p{L}{2}/iu.test(name)
