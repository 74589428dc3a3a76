import { type Bill, billMessages } from './bills.js'
import type { BotConfig } from './config.js'
import { type BillsAnswer, type BotMessage, type BotMoment, type BotStep, nextStep } from './next-step.js'
import type { BotState } from './state.js'
import { textsOf } from './texts.js'

/** One message of the bot: a text, the name of a file, or the content of a file list. */
export type PlayedMessage =
  | { readonly text: string }
  | { readonly file: string }
  | { readonly fileListId: number }

export interface PlayedDialogue {
  readonly state: BotState
  /** the messages in order; null if the bot ignores the input */
  readonly says: readonly PlayedMessage[] | null
  /** the step closes the ticket; otherwise the bot hands over to a person */
  readonly closes?: true
}

const messagesOf = (step: BotStep, config: BotConfig): readonly PlayedMessage[] =>
  textsOf(step.says, config).flatMap(({ text, media, fileListId }) => [
    // files first, because the text is the question
    ...(media === null ? [] : [{ file: media.fileName }]),
    ...(fileListId === null ? [] : [{ fileListId }]),
    ...(text === '' ? [] : [{ text }]),
  ])

/**
 * One turn of a dialogue without a ticket: the bot's messages for an input, and the contact's next state. On tickets
 * the same step is appended (take-bot-step) and sent from there (say-bot-texts).
 */
export const playTurn = (
  state: BotState,
  input: BotMessage | BillsAnswer,
  config: BotConfig,
  moment: BotMoment,
): PlayedDialogue => {
  const step = nextStep(state, input, config, moment)
  if (step === null) return { state, says: null }
  const queueId = step.moves === null ? state.queueId : step.moves.queueId
  const played = { state: { ...step.state, queueId }, says: messagesOf(step, config) }
  return step.closes === true ? { ...played, closes: true } : played
}

/**
 * The turn after a document, with these bills as the answer; PDFs have the same names as in real messages.
 */
export const playBills = (
  state: BotState,
  bills: readonly Bill[],
  config: BotConfig,
  moment: BotMoment,
): PlayedDialogue => {
  const answered = playTurn(state, { bills: bills.length > 0 ? 'found' : 'none' }, config, moment)
  const { bill } = config.texts
  const said = bills.length === 0 ? [] : billMessages(bills, config.texts.bill)
  const looking = textsOf([{ kind: 'looking' }], config)
  const found = said.map((one) => ('text' in one ? one : { file: `${bill.file}-${one.pdfOf + 1}.pdf` }))
  return { ...answered, says: [...looking.map(({ text }) => ({ text })), ...found, ...(answered.says ?? [])] }
}
