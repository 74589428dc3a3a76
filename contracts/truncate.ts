/**
 * A lone surrogate: cutting an emoji in the middle leaves one, and some senders send one. Many programs
 * reject lone surrogates.
 */
const LONE_SURROGATE = /\p{Surrogate}/gu

/** A text without lone surrogates. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '')

/** The beginning of a text, at most `length` UTF-16 code units, without half a surrogate pair. */
export const truncateText = (text: string, length: number): string => wellFormed(text.slice(0, length))
