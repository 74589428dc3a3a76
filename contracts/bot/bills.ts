import type { BotTexts } from './texts.js'

/** An open bill, as a billing system tells it. What the system does not know is null or empty. */
export interface Bill {
  /** whole cents of BRL */
  readonly cents: number | null
  /** yyyy-MM-dd */
  readonly due: string | null
  /** the digitable line of its boleto */
  readonly line: string
  /** the text of its Pix code */
  readonly pix: string
}

/** What is said about bills. */
export interface BillTexts {
  readonly title: string
  readonly value: string
  readonly due: string
  /** stand before the line and the code, which have messages of their own to be copied from */
  readonly line: string
  readonly pix: string
  /** there are more of them than are said */
  readonly more: string
  /** behind the last one */
  readonly over: string
  /** the name of its PDF, without the ending */
  readonly file: string
}

/** Bills that a contact gets at once; those that are due first. */
export const MOST_BILLS = 3

/** One message: a text, or the PDF of a bill by its place among the bills. */
export type BillMessage = { readonly text: string } | { readonly pdfOf: number }

const moneyOf = (cents: number): string =>
  `R$ ${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(?:[0-9]{3})+,)/g, '.')}`
const dayOf = (day: string): string => day.split('-').reverse().join('/')

/** By due date; those without one stand last. */
export const byDue = (a: Bill, b: Bill): number => (a.due ?? '~').localeCompare(b.due ?? '~')

/**
 * The messages for open bills, in order: of each its amount and due date, the line and the Pix code each alone in a message
 * of its own, and its PDF, which is left out where there is none.
 */
export const billMessages = (bills: readonly Bill[], { bill: texts }: BotTexts): readonly BillMessage[] => {
  const said = bills.slice(0, MOST_BILLS)
  const messages = said.flatMap(({ cents, due, line, pix }, at): BillMessage[] => {
    const facts = [
      `*${texts.title}*`,
      ...(cents === null ? [] : [`${texts.value}: ${moneyOf(cents)}`]),
      ...(due === null ? [] : [`${texts.due}: ${dayOf(due)}`]),
    ]
    const copied = (name: string, value: string): BillMessage[] =>
      value === '' ? [] : [{ text: name }, { text: value }]
    return [{ text: facts.join('\n') }, ...copied(texts.line, line), ...copied(texts.pix, pix), { pdfOf: at }]
  })
  return [...messages, { text: bills.length > said.length ? texts.more : texts.over }]
}
