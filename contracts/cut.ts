/** Half a character: a cut through the middle leaves one, and some senders send one. Many programs take none. */
const HALF = /\p{Surrogate}/gu

/** A text without halves of characters. */
export const whole = (text: string): string => text.replace(HALF, '')

/** The beginning of a text, in whole characters: at most so many of JavaScript's, of which an emoji is two or more. */
export const cut = (text: string, length: number): string => whole(text.slice(0, length))
