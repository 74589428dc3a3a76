import { PRIORITIES, USUAL_PRIORITY } from './priority.js'

interface TicketChoice {
  readonly values: readonly string[]
  /** value of a ticket without a choice, and in documents of an older generation */
  readonly usual: string
  /** menus list the values in reverse order */
  readonly lastFirst?: true
}

/**
 * Ticket fields whose value users choose from a list. Event, command, state, document, record, frames and
 * audit derive from events/ticket-fields.ts; the browser's menus, tags and commands derive from here. A
 * field's name is one lower-case word, because the stored event name contains it.
 */
export const TICKET_CHOICES = {
  priority: { values: PRIORITIES, usual: USUAL_PRIORITY, lastFirst: true },
} as const satisfies Readonly<Record<string, TicketChoice>>

type Choices = typeof TICKET_CHOICES
export type TicketChoiceName = keyof Choices
export type ChoiceValue<K extends TicketChoiceName> = Choices[K]['values'][number]
/** Values of a choice other than the default. */
export type UnusualValue<K extends TicketChoiceName> = Exclude<ChoiceValue<K>, Choices[K]['usual']>
/** The chosen values on a ticket. */
export type TicketChosen = { readonly [K in TicketChoiceName]: ChoiceValue<K> }
export const TICKET_CHOICE_NAMES = Object.keys(TICKET_CHOICES) as readonly TicketChoiceName[]

/** Maps each choice's name to a value. */
export const ofChoices = <T>(of: (name: TicketChoiceName) => T): { readonly [K in TicketChoiceName]: T } =>
  Object.fromEntries(TICKET_CHOICE_NAMES.map((name) => [name, of(name)])) as { [K in TicketChoiceName]: T }

/** The values of a choice as menus offer them. */
export const offeredValues = <K extends TicketChoiceName>(name: K): readonly ChoiceValue<K>[] => {
  const { values, lastFirst }: TicketChoice = TICKET_CHOICES[name]
  return (lastFirst ? [...values].reverse() : values) as readonly ChoiceValue<K>[]
}
