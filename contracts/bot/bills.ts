/** An open bill from a billing system. Fields that the system does not know are null or empty. */
export interface Bill {
  /** whole cents of BRL */
  readonly cents: number | null
  /** yyyy-MM-dd */
  readonly due: string | null
  /** the payment line of the boleto */
  readonly line: string
  /** the text of the Pix code */
  readonly pix: string
}

/** Texts about bills. */
export interface BillTexts {
  readonly title: string
  readonly value: string
  readonly due: string
  /** text before the payment line and the Pix code, which are messages of their own, for copying */
  readonly line: string
  readonly pix: string
  /** text after the bills, if the contact has more bills than are sent */
  readonly more: string
  /** text after the bills, if all open bills were sent */
  readonly over: string
  /** name of the PDF, without the ending */
  readonly file: string
}

/** Maximum of bills that a contact gets at once, earliest due date first. */
export const MOST_BILLS = 3

/** One message: a text, or the PDF of a bill by its index among the bills. */
export type BillMessage = { readonly text: string } | { readonly pdfOf: number }

const MONEY = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const moneyOf = (cents: number): string => `R$ ${MONEY.format(cents / 100)}`
const dayOf = (day: string): string => day.split('-').reverse().join('/')

/** Orders bills by due date; bills without one are last. */
export const byDue = (a: Bill, b: Bill): number => (a.due ?? '~').localeCompare(b.due ?? '~')

/**
 * The messages for open bills, in order. For each bill: its amount and due date, then its payment line and
 * its Pix code as own messages, then its PDF, if any.
 */
export const billMessages = (bills: readonly Bill[], texts: BillTexts): readonly BillMessage[] => {
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
