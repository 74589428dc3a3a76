import type { Language } from '../languages.js'
import type { StoredMedia } from '../records/fields.js'
import { type BotConfig, type BotOption, optionsAlong, queueOf } from './config.js'

/** What the bot says beside the texts of the company. */
export interface BotTexts {
  /** above a menu that is sent again */
  readonly choose: string
  /** above the menu after an answer that was not understood; `{word}` is the word for a person */
  readonly notUnderstood: string
  /** a person goes on */
  readonly handedOver: string
  /** names of the words in menus */
  readonly toStart: string
  readonly toBack: string
}

export const BOT_TEXTS: Readonly<Record<Language, BotTexts>> = {
  pt: {
    choose: 'Escolha uma das opções:',
    notUnderstood:
      'Não entendi. Responda com o número de uma das opções, ou escreva *{word}* para falar com uma pessoa.',
    handedOver: 'Certo! Uma pessoa da nossa equipe vai continuar o seu atendimento. Aguarde, por favor.',
    toStart: 'Menu inicial',
    toBack: 'Menu anterior',
  },
  en: {
    choose: 'Choose one of the options:',
    notUnderstood:
      'I did not understand. Answer with the number of one of the options, or write *{word}* to talk to a person.',
    handedOver: 'All right! Somebody of our team will go on from here. Please wait.',
    toStart: 'Main menu',
    toBack: 'Previous menu',
  },
  es: {
    choose: 'Elija una de las opciones:',
    notUnderstood:
      'No entendí. Responda con el número de una de las opciones, o escriba *{word}* para hablar con una persona.',
    handedOver: '¡De acuerdo! Una persona de nuestro equipo va a continuar con usted. Espere, por favor.',
    toStart: 'Menú inicial',
    toBack: 'Menú anterior',
  },
}

/** Something that the bot says, by what it is about. Its words are made of the configuration when it is sent. */
export type BotSaid =
  /** the menu of queues; `greets`: with the greeting of the connection and its file */
  | { readonly kind: 'menu'; readonly greets: boolean; readonly misunderstood: boolean }
  /** what a queue says: its greeting, with its options below */
  | { readonly kind: 'queue'; readonly queueId: number; readonly misunderstood: boolean }
  /** what an option says, with its options below */
  | {
      readonly kind: 'option'
      readonly queueId: number
      readonly path: readonly number[]
      readonly misunderstood: boolean
    }
  | { readonly kind: 'handed-over' }

/** A message of the bot. Variables like `{{name}}` are not filled in yet. */
export interface BotText {
  /** may be empty where there is a file or a file list */
  readonly text: string
  readonly media: StoredMedia | null
  /** the file list that goes out between the file and the text */
  readonly fileListId: number | null
}

const line = (key: number | string, name: string): string => `*[ ${key} ]* - ${name}`
const blocks = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

/** The lines of options, and the words that lead away from them. */
const optionLines = (
  options: readonly BotOption[],
  { texts, words, queues }: BotConfig,
  isRoot: boolean,
): string => {
  if (options.length === 0) return ''
  const [back, start] = [words.back[0], words.start[0]]
  const away = [
    ...(isRoot || back === undefined ? [] : [line(back, texts.toBack)]),
    ...((isRoot && queues.length < 2) || start === undefined ? [] : [line(start, texts.toStart)]),
  ]
  const listed = options.map(({ option, title }) => line(option, title)).join('\n')
  return away.length === 0 ? listed : `${listed}\n\n${away.join('\n')}`
}

/** What is said of an answer that was not understood, with the way to a person. */
const misunderstood = ({ texts, words }: BotConfig): string =>
  texts.notUnderstood.replace('{word}', () => words.person[0] ?? '')

const textOf = (said: BotSaid, config: BotConfig): BotText | null => {
  const { texts, queues } = config
  const missed = 'misunderstood' in said && said.misunderstood
  switch (said.kind) {
    case 'menu': {
      const greeting = said.greets ? config.greeting.trim() : ''
      const above = missed ? misunderstood(config) : greeting || texts.choose
      const listed = queues.map(({ name }, index) => line(index + 1, name)).join('\n')
      return { text: blocks(above, listed), media: said.greets ? config.media : null, fileListId: null }
    }
    case 'queue': {
      const queue = queueOf(config, said.queueId)
      if (queue === null) return null
      // a connection of one queue has no menu, and says its greeting here
      const sole = queues.length === 1 && config.foreign === null
      const greeting = queue.greeting.trim() || (sole ? config.greeting.trim() : '')
      const above = missed ? misunderstood(config) : greeting
      const media = sole && !missed ? config.media : null
      return { text: blocks(above, optionLines(queue.options, config, true)), media, fileListId: null }
    }
    case 'option': {
      const queue = queueOf(config, said.queueId)
      const option = queue === null ? undefined : optionsAlong(queue, said.path).at(-1)
      if (option === undefined || option.id !== said.path.at(-1)) return null
      const above = missed ? misunderstood(config) : option.message.trim()
      const text = blocks(above, optionLines(option.options, config, false))
      return { text, media: missed ? null : option.media, fileListId: missed ? null : option.fileListId }
    }
    case 'handed-over':
      return { text: texts.handedOver, media: null, fileListId: null }
  }
}

/** The messages for what is said, in order. What is empty, or is about something that is gone, is left out. */
export const textsOf = (says: readonly BotSaid[], config: BotConfig): readonly BotText[] =>
  says
    .map((said) => textOf(said, config))
    .filter((said) => said !== null)
    .filter(({ text, media, fileListId }) => text !== '' || media !== null || fileListId !== null)
