import { type Bill, billMessages } from './bills.js'
import type { BotConfig } from './config.js'
import { type BillsAnswer, type BotMessage, type BotMoment, type BotStep, nextStep } from './next-step.js'
import type { BotState } from './state.js'
import { textsOf } from './texts.js'

/** One message of the bot: a text, a file by its name, or what a file list holds. */
export type PlayedMessage =
  | { readonly text: string }
  | { readonly file: string }
  | { readonly fileListId: number }

export interface Played {
  readonly state: BotState
  /** in order; null where the bot has nothing to do with the input */
  readonly says: readonly PlayedMessage[] | null
}

const messagesOf = (step: BotStep, config: BotConfig): readonly PlayedMessage[] =>
  textsOf(step.says, config).flatMap(({ text, media, fileListId }) => [
    // files go first, because the text asks for an answer
    ...(media === null ? [] : [{ file: media.fileName }]),
    ...(fileListId === null ? [] : [{ fileListId }]),
    ...(text === '' ? [] : [{ text }]),
  ])

/**
 * A turn of a dialogue without a desk: what the bot says to an input, and where the contact then stands. In life the same
 * step is appended to the ticket (take-bot-step) and said from there (say-bot-texts).
 */
export const playTurn = (
  state: BotState,
  input: BotMessage | BillsAnswer,
  config: BotConfig,
  moment: BotMoment,
): Played => {
  const step = nextStep(state, input, config, moment)
  if (step === null) return { state, says: null }
  const queueId = step.moves === null ? state.queueId : step.moves.queueId
  return { state: { ...step.state, queueId }, says: messagesOf(step, config) }
}

/** The turn after a document, with these bills as the answer; PDFs are called as in life. */
export const playBills = (
  state: BotState,
  bills: readonly Bill[],
  config: BotConfig,
  moment: BotMoment,
): Played => {
  const answered = playTurn(state, { bills: bills.length > 0 ? 'found' : 'none' }, config, moment)
  const { bill } = config.texts
  const said = bills.length === 0 ? [] : billMessages(bills, config.texts)
  const looking = textsOf([{ kind: 'looking' }], config)
  const found = said.map((one) => ('text' in one ? one : { file: `${bill.file}-${one.pdfOf + 1}.pdf` }))
  return { ...answered, says: [...looking.map(({ text }) => ({ text })), ...found, ...(answered.says ?? [])] }
}
