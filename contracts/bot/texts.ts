import type { StoredMedia } from '../records/fields.js'
import { type BotConfig, type BotOption, optionsAlong, queueOf } from './config.js'

/** A message that may have a file; `bare`: without the file, because the contact has already got many. */
interface MessageWithFile {
  readonly misunderstood: boolean
  readonly bare?: true
}

/** Content of a bot's message. Its texts are filled in from the configuration at sending. */
export type BotSaid =
  /** the menu of queues; `greets`: with the connection's greeting and its file */
  | ({ readonly kind: 'menu'; readonly greets: boolean } & MessageWithFile)
  /** a queue's greeting, with its options below */
  | ({ readonly kind: 'queue'; readonly queueId: number } & MessageWithFile)
  /** an option's text, with its options below */
  | ({
      readonly kind: 'option'
      readonly queueId: number
      readonly path: readonly number[]
    } & MessageWithFile)
  | { readonly kind: 'handed-over' }
  /** the greeting of a queue of bills, with the question for a document */
  | ({ readonly kind: 'document'; readonly queueId: number } & MessageWithFile)
  | { readonly kind: 'looking' }
  | { readonly kind: 'no-bills'; readonly failed: boolean }
  /** the chosen queue is closed: the text out of hours is sent by `say-bot-texts` */
  | { readonly kind: 'closed' }

/** A message of the bot. Variables such as `{{name}}` are not replaced yet. */
export interface BotText {
  /** may be empty if there is a file or a file list */
  readonly text: string
  readonly media: StoredMedia | null
  /** the file list sent between the file and the text */
  readonly fileListId: number | null
}

const choiceLine = (key: number | string, name: string): string => `*[ ${key} ]* - ${name}`
const joinBlocks = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

/** The lines of options, and the special words below them. */
const optionLines = (
  options: readonly BotOption[],
  { texts, words, queues }: BotConfig,
  isRoot: boolean,
): string => {
  if (options.length === 0) return ''
  const [back, start] = [words.back[0], words.start[0]]
  const away = [
    ...(isRoot || back === undefined ? [] : [choiceLine(back, texts.toBack)]),
    ...((isRoot && queues.length < 2) || start === undefined ? [] : [choiceLine(start, texts.toStart)]),
  ]
  const listed = options.map(({ option, title }) => choiceLine(option, title)).join('\n')
  return away.length === 0 ? listed : `${listed}\n\n${away.join('\n')}`
}

const plainText = (text: string): BotText => ({ text, media: null, fileListId: null })
/** A text with the word for a person filled in. */
const withWord = (text: string, { words }: BotConfig): string =>
  text.replace('{word}', () => words.person[0] ?? '')
/** The text after an answer that the bot did not understand. */
const notUnderstoodText = (config: BotConfig): string => withWord(config.texts.notUnderstood, config)

const textOf = (said: BotSaid, config: BotConfig): BotText | null => {
  const made = wholeTextOf(said, config)
  return made !== null && 'bare' in said && said.bare ? plainText(made.text) : made
}

const wholeTextOf = (said: BotSaid, config: BotConfig): BotText | null => {
  const { texts, queues } = config
  const missed = 'misunderstood' in said && said.misunderstood
  switch (said.kind) {
    case 'menu': {
      const greeting = said.greets ? config.greeting.trim() : ''
      const above = missed ? notUnderstoodText(config) : greeting || texts.choose
      const listed = queues.map(({ name }, index) => choiceLine(index + 1, name)).join('\n')
      return { text: joinBlocks(above, listed), media: said.greets ? config.media : null, fileListId: null }
    }
    case 'queue': {
      const queue = queueOf(config, said.queueId)
      if (queue === null) return null
      // a connection with one queue has no menu: its greeting is sent with the queue's
      const sole = queues.length === 1 && config.foreign === null
      const greeting = queue.greeting.trim() || (sole ? config.greeting.trim() : '')
      const above = missed ? notUnderstoodText(config) : greeting
      const media = sole && !missed ? config.media : null
      return { text: joinBlocks(above, optionLines(queue.options, config, true)), media, fileListId: null }
    }
    case 'option': {
      const queue = queueOf(config, said.queueId)
      const option = queue === null ? undefined : optionsAlong(queue, said.path).at(-1)
      if (option === undefined || option.id !== said.path.at(-1)) return null
      const above = missed ? notUnderstoodText(config) : option.message.trim()
      const text = joinBlocks(above, optionLines(option.options, config, false))
      return { text, media: missed ? null : option.media, fileListId: missed ? null : option.fileListId }
    }
    case 'handed-over':
      return plainText(texts.handedOver)
    case 'document': {
      const greeting = queueOf(config, said.queueId)?.greeting.trim() ?? ''
      return plainText(missed ? withWord(texts.notADocument, config) : joinBlocks(greeting, texts.document))
    }
    case 'looking':
      return plainText(texts.looking)
    case 'no-bills':
      return plainText(said.failed ? texts.billsFailed : texts.noBills)
    case 'closed':
      return null
  }
}

/** The bot's messages, in order. Empty messages, and messages that name deleted things, are left out. */
export const textsOf = (says: readonly BotSaid[], config: BotConfig): readonly BotText[] =>
  says
    .map((said) => textOf(said, config))
    .filter((said) => said !== null)
    .filter(({ text, media, fileListId }) => text !== '' || media !== null || fileListId !== null)
