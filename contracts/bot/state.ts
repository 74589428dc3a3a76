/** Why the bot is silent on a ticket. */
export const BOT_LEFT = [
  /** the contact reached the end of the menu: a queue or an option without options */
  'finished',
  /** the contact asked for a person */
  'asked',
  /** the connection's limit of misunderstood answers is reached */
  'limit',
  /** the contact did not choose within the connection's time */
  'time',
  /** a person answered: on the screen, by the API or on the phone */
  'answered',
  /** a person moved the ticket: accepted, transferred or closed it */
  'moved',
  /** a person took the ticket out of the bot */
  'taken-out',
  /** the chat partner answers like a robot */
  'robot',
  /** the queue or option of the contact was deleted */
  'gone',
  /** the billing systems have no open bill of the contact */
  'no-bills',
  /** the billing systems could not be reached */
  'failed',
] as const
export type BotLeft = (typeof BOT_LEFT)[number]

/**
 * `start`: nothing was sent yet. `menu`: the queues are offered. `options`: a queue's options are offered. `document`:
 * the contact is asked for a CPF or CNPJ. `bills`: a lookup of bills is running. `left`: silent.
 */
export const BOT_PLACES = ['start', 'menu', 'options', 'document', 'bills', 'left'] as const
export type BotPlace = (typeof BOT_PLACES)[number]

/** Maximum of choices that a state remembers; the answers to a longer menu are read by the menu of now. */
export const MOST_OFFERED = 50

/** A choice as the contact saw it: the number in the menu, and the id of the queue or option. */
export interface OfferedChoice {
  readonly number: number
  readonly id: number
}

/** A contact's state with the bot. Plain data: ids and numbers, never texts of the contact. */
export interface BotState {
  readonly at: BotPlace
  /** the queue of the ticket */
  readonly queueId: number | null
  /** ids of the chosen options, from the root; empty at the root */
  readonly path: readonly number[]
  /** reason why the bot has left; null before */
  readonly because: BotLeft | null
  /** number of consecutive misunderstood answers */
  readonly tries: number
  /** the limit of misunderstood answers at the bot's last text; 0: unlimited */
  readonly most: number
  /** number of queue menus sent since the last choice */
  readonly menus: number
  /** time of the bot's last text (ISO-8601); null before */
  readonly askedAt: string | null
  /** messages of the contact within a minute; too many reveal a robot */
  readonly burst: { readonly since: string; readonly count: number } | null
  /** number of lookups of bills for the contact; absent: none */
  readonly lookups?: number
  /** number of files sent; absent: none */
  readonly files?: number
  /** the choices of the last menu that was sent; absent: none, or too many */
  readonly offered?: readonly OfferedChoice[]
  /** the result of the last lookup was dropped, because the bot had left the ticket before the result came */
  readonly late?: true
}

export const BOT_START: BotState = {
  at: 'start',
  queueId: null,
  path: [],
  because: null,
  tries: 0,
  most: 0,
  menus: 0,
  askedAt: null,
  burst: null,
}

/** Whether the bot waits for an answer, of the contact or of the billing systems. */
export const isBotActive = ({ at }: Pick<BotState, 'at'>): boolean => at !== 'start' && at !== 'left'

/** The state after the bot has left; an earlier reason stays. */
export const botLeft = (state: BotState, because: BotLeft): BotState => {
  const { offered: _, ...rest } = state
  return state.at === 'left'
    ? state
    : { ...rest, at: 'left', because, path: [], tries: 0, menus: 0, burst: null }
}

/**
 * Whether the bot did not understand the answer before this step. The contact may correct such an answer by an edit.
 * `says`: the texts of the step.
 */
export const isUnclear = ({ at, tries }: Pick<BotState, 'at' | 'tries'>, says: readonly unknown[]): boolean =>
  (at === 'menu' || at === 'options' || at === 'document') && (tries > 0 || says.length === 0)
