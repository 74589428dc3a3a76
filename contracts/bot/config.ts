import type { StoredMedia } from '../records/fields.js'
import { foldText } from './answer.js'
import type { BotTexts } from './own-texts.js'

/** Allowed misunderstood answers, if the connection sets none. */
export const DEFAULT_TRIES = 3

/**
 * An option of a queue's menu. An option without children ends the menu: its message is sent, and the bot
 * hands over to a person.
 */
export interface BotOption {
  readonly id: number
  /** number of the option in the menu */
  readonly option: number
  readonly title: string
  /** text sent when the option is chosen */
  readonly message: string
  /** file sent with the message */
  readonly media: StoredMedia | null
  /** id of the file list sent before the message */
  readonly fileListId: number | null
  /** child options by number */
  readonly options: readonly BotOption[]
}

export interface BotQueue {
  readonly id: number
  readonly name: string
  readonly greeting: string
  readonly options: readonly BotOption[]
  /**
   * the queue sends contacts their open bills from the company's billing systems; its options are not offered
   */
  readonly bills?: boolean
}

/** Special words that replace an answer, folded as by `answerOf`. */
export interface BotWords {
  /** words that restart the menu */
  readonly start: readonly string[]
  /** words that go back one menu */
  readonly back: readonly string[]
  /** words that ask for a person */
  readonly person: readonly string[]
}

/** Everything that the next step depends on, apart from state, message and time. */
export interface BotConfig {
  /** greeting of the connection */
  readonly greeting: string
  /** file sent with the greeting */
  readonly media: StoredMedia | null
  /** the connection's queues in order: the n-th queue has the number n in the menu */
  readonly queues: readonly BotQueue[]
  /** the ticket's queue if it is not one of the connection's; else null */
  readonly foreign: BotQueue | null
  /** number of misunderstood answers before the handover to a person (maxUseBotQueues); 0: unlimited */
  readonly most: number
  /** minutes after a menu in which the menu is not repeated again (timeUseBotQueues); 0: no pause */
  readonly pauseMinutes: number
  /** queue for contacts who choose none (sendIdQueue); null: the ticket waits without queue */
  readonly defaultQueueId: number | null
  /** number of files of each file list, by id */
  readonly listSizes: ReadonlyMap<number, number>
  readonly texts: BotTexts
  readonly words: BotWords
}

/** A stored option of a queue. */
export type FlatOption = Omit<BotOption, 'options'> & {
  readonly queueId: number | null
  readonly parentId: number | null
}

/** Names of queues that make a queue one of bills without a setting, normalised by `foldText`. */
const NAMES_OF_BILLS = ['2a via de boleto', '2 via de boleto']
/** Whether a queue sends bills: by its setting, or by its name. */
export const isQueueOfBills = ({ bills, name }: { readonly bills: 0 | 1; readonly name: string }): boolean =>
  bills === 1 || NAMES_OF_BILLS.includes(foldText(name))

/** The options of a queue as a tree. Options without a parent, or in a cycle, are left out. */
export const optionTree = (options: readonly FlatOption[], queueId: number): readonly BotOption[] => {
  const children = new Map<number | null, FlatOption[]>()
  for (const option of options) {
    if (option.queueId !== queueId) continue
    const siblings = children.get(option.parentId)
    if (siblings === undefined) children.set(option.parentId, [option])
    else siblings.push(option)
  }
  const below = (parentId: number | null): readonly BotOption[] =>
    (children.get(parentId) ?? [])
      .toSorted((a, b) => a.option - b.option || a.id - b.id)
      .map(({ id, option, title, message, media, fileListId }) => ({
        ...{ id, option, title, message, media, fileListId },
        options: below(id),
      }))
  // options in a cycle are unreachable from the root
  return below(null)
}

/** The queue of this id, or null. */
export const queueOf = ({ queues, foreign }: BotConfig, queueId: number | null): BotQueue | null =>
  [...queues, ...(foreign === null ? [] : [foreign])].find(({ id }) => id === queueId) ?? null

/** The options along a path, up to the first deleted one. */
export const optionsAlong = (queue: BotQueue, path: readonly number[]): readonly BotOption[] => {
  const along: BotOption[] = []
  let options = queue.options
  for (const id of path) {
    const found = options.find((option) => option.id === id)
    if (found === undefined) break
    along.push(found)
    options = found.options
  }
  return along
}
