import { type Card, parseCards } from '@guiche/contracts/views/excerpt.js'

/**
 * Maximum of cards and numbers shown of a message: a message may have thousands, and each number has a
 * button.
 */
const PEOPLE = 20
const NUMBERS = 5

/** A contact's card for display. `more`: number of hidden phone numbers. */
export interface ShownVcard extends Card {
  readonly more: number
}

/** The first cards of a message, each with its different numbers. `more`: number of hidden cards. */
export const shownVcards = (body: string): { people: readonly ShownVcard[]; more: number } => {
  const all = parseCards(body)
  const people = all.slice(0, PEOPLE).map(({ name, numbers }) => {
    const different = [...new Map(numbers.map((number) => [number.digits, number])).values()]
    const shown = different.slice(0, NUMBERS)
    return { name, numbers: shown, more: different.length - shown.length }
  })
  return { people, more: all.length - people.length }
}
