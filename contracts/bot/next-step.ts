import { type Answer, answerOf, isWord } from './answer.js'
import { choicesAt, idChosen, isTitle, optionsAt, withOffered } from './choices.js'
import { type BotConfig, type BotOption, type BotQueue, optionsAlong, queueOf } from './config.js'
import { documentOf } from './document.js'
import { type BotLeft, type BotState, botLeft, isBotActive } from './state.js'
import { type BotSaid, textsOf } from './texts.js'
import { START_WORDS } from './words.js'

/** The contact's message: its text, or null for a voice note, a sticker, a picture. */
export interface BotMessage {
  readonly text: string | null
  /** the contact edited the last answer, which was not understood: another such text gets no reply */
  readonly edited?: true
}

/** The answer of the billing systems, after a step with `asks`. */
export interface BillsAnswer {
  readonly bills: 'found' | 'none' | 'failed'
}

export interface BotMoment {
  /** ISO-8601 */
  readonly now: string
  /** outside opening hours: only the choice of a queue counts, and the bot sends no text */
  readonly closed: boolean
}

/** The bot's step after a message. */
export interface BotStep {
  readonly state: BotState
  /** the ticket's new queue; null: no move */
  readonly moves: { readonly queueId: number | null } | null
  /** in order */
  readonly says: readonly BotSaid[]
  /** asks billing systems for the bills of the contact's document; the answer is the next input */
  readonly asks?: 'bills'
  /** the contact got everything that was asked for: the step closes the ticket */
  readonly closes?: true
}

const MINUTE_MS = 60_000
/** Number of the bot's answers within a minute that reveals a robot as chat partner. */
export const ROBOT_EXCHANGES = 10
/**
 * Shortest time to read a menu, in ms. An earlier message that is no choice was written before the contact saw the
 * menu.
 */
const READING_MS = 2000
/** Maximum of files that a contact gets from the bot in one ticket. */
export const MOST_FILES = 20
/** Maximum of lookups of bills in one ticket. */
export const MOST_LOOKUPS = 5
/** Number of consecutive misunderstood answers that reveals a robot, if the connection sets no limit. */
export const ROBOT_TRIES = 20

/**
 * Reasons after which the contact may restart the bot by the start word: neither a person nor a robot has the
 * conversation.
 */
const BEGINS_AGAIN: ReadonlySet<BotLeft | null> = new Set([
  'finished',
  'asked',
  'limit',
  'time',
  'moved',
  'gone',
  'no-bills',
  'failed',
])

/** Whether the bot attends a ticket in this queue, on a connection with these queues. */
const hasBot = (config: BotConfig, queue: BotQueue | null): boolean =>
  config.queues.length > 1 || (queue !== null && hasMenu(queue))
/** Whether the bot has a menu or bills in this queue. */
const hasMenu = ({ bills, options }: BotQueue): boolean => bills === true || options.length > 0

/** Whether the bot may answer this message. A bot that has left starts again only at the start word. */
export const mayAnswer = ({ at, because }: Pick<BotState, 'at' | 'because'>, { text }: BotMessage): boolean =>
  at !== 'left' || (BEGINS_AGAIN.has(because) && text !== null && isWord(answerOf(text), START_WORDS))

const isPast = (since: string, minutes: number, now: string): boolean =>
  Date.parse(now) - Date.parse(since) >= minutes * MINUTE_MS

/**
 * The bot's next step after a contact's message or an answer of billing systems. Null if the bot has nothing to do.
 * Pure: equal state, input, configuration and time give an equal step. The caller checks whether a person has the
 * ticket.
 */
export const nextStep = (
  before: BotState,
  input: BotMessage | BillsAnswer,
  config: BotConfig,
  moment: BotMoment,
): BotStep | null => {
  const { late: _, ...state } = before
  return 'bills' in input
    ? afterBills(state, input, config, moment)
    : afterMessage(state, input, config, moment)
}

const afterMessage = (
  state: BotState,
  message: BotMessage,
  config: BotConfig,
  moment: BotMoment,
): BotStep | null => {
  const queue = queueOf(config, state.queueId)
  const answer = message.text === null ? null : answerOf(message.text)
  const isStart = answer !== null && isWord(answer, config.words.start)
  if (!mayAnswer(state, message)) return null
  if (!isBotActive(state) && !hasBot(config, queue)) return null
  const decision = stepOf(state, { ...message, answer, isStart }, queue, config, moment)
  const step = withFiles(rememberChoices(stopForRobots(decision, state, config, moment), config), config)
  return moment.closed && step !== null ? whileClosed(state, step) : step
}

/** A message as the bot reads it. */
interface ReadMessage extends BotMessage {
  /** null for a message without text */
  readonly answer: Answer | null
  readonly isStart: boolean
}

const stepOf = (
  state: BotState,
  message: ReadMessage,
  queue: BotQueue | null,
  config: BotConfig,
  moment: BotMoment,
): BotStep | null => {
  const { answer, isStart } = message
  if (answer !== null && isWord(answer, config.words.person) && !isTitle(answer, choicesAt(state, config)))
    return handOver(state, config, 'asked')
  if (state.at === 'start') return beginStep(state, config)
  // no menu is left to restart: the queue that is left, or a person
  if (isStart)
    return restartStep(state, queue, config) ?? (isBotActive(state) ? stepAfterDeletion(state, config) : null)
  if (state.at === 'menu') return fromMenu(state, message, config, moment)
  // a lookup of bills is running: the bot stays silent until its answer
  if (state.at === 'bills') return null
  if (state.at === 'document') return fromDocument(state, message, queue, config, moment)
  return fromOptions(state, message, queue, config, moment)
}

/** A step that sends a menu remembers the choices in it. */
const rememberChoices = (step: BotStep | null, config: BotConfig): BotStep | null => {
  if (step === null || step.says.length === 0) return step
  const queueId = step.moves === null ? step.state.queueId : step.moves.queueId
  return { ...step, state: withOffered({ ...step.state, queueId }, config) }
}

/** The menu of queues. */
const showMenu = (state: BotState, greets: boolean): BotStep => ({
  state: { ...state, at: 'menu', because: null, queueId: null, path: [], tries: 0, menus: 1 },
  moves: state.queueId === null ? null : { queueId: null },
  says: [{ kind: 'menu', greets, misunderstood: false }],
})

/** The root of a queue's options, or its question for a document; null without either. */
export const showQueue = (state: BotState, queue: BotQueue | null): BotStep | null =>
  queue !== null && hasMenu(queue)
    ? {
        state: { ...inQueue(state, queue), at: placeIn(queue), because: null },
        moves: null,
        says: [saysIn(queue)],
      }
    : null

const inQueue = (state: BotState, { id: queueId }: BotQueue): BotState => ({
  ...{ ...state, queueId },
  ...{ path: [], tries: 0, menus: 0 },
})
/** The bot's state on entering a queue with a menu or bills. */
const placeIn = ({ bills }: BotQueue): 'document' | 'options' => (bills === true ? 'document' : 'options')
const saysIn = ({ id: queueId, bills }: BotQueue, misunderstood = false): BotSaid => ({
  ...{ kind: bills === true ? 'document' : 'queue', queueId, misunderstood },
})

/**
 * The first step: with several queues their menu, with one queue its options. None for a ticket that was put
 * into a queue before.
 */
const beginStep = (state: BotState, { queues }: BotConfig): BotStep | null => {
  if (queues.length > 1) return state.queueId === null ? showMenu(state, true) : null
  const [sole = null] = queues
  return sole?.id === state.queueId ? showQueue(state, sole) : null
}

/** The step after the start word. */
const restartStep = (state: BotState, queue: BotQueue | null, { queues }: BotConfig): BotStep | null =>
  queues.length > 1 ? showMenu(state, false) : showQueue(state, queue)

/** Hands over to a person; from the menu the ticket gets the default queue. */
const handOver = (state: BotState, config: BotConfig, because: BotLeft): BotStep => {
  const { defaultQueueId } = config
  const moves = state.queueId === null && defaultQueueId !== null ? { queueId: defaultQueueId } : null
  const left = { ...botLeft({ ...state, at: 'start' }, because), queueId: moves?.queueId ?? state.queueId }
  return { state: left, moves, says: [{ kind: 'handed-over' }] }
}

/**
 * Repeats the menu, or hands over to a person. Within the pause, a menu that was sent twice is not sent
 * again. An edit is no further try.
 */
const answerNotUnderstood = (
  state: BotState,
  { edited }: BotMessage,
  config: BotConfig,
  { now }: BotMoment,
  again: (misunderstood: boolean) => BotSaid,
): BotStep | null => {
  if (edited) return null
  const { askedAt } = state
  if (askedAt !== null && Date.parse(now) - Date.parse(askedAt) < READING_MS) {
    return { state, moves: null, says: [] }
  }
  const tries = state.tries + 1
  if (config.most > 0 && tries >= config.most) return handOver(state, config, 'limit')
  if (tries >= ROBOT_TRIES) return { state: botLeft(state, 'robot'), moves: null, says: [] }
  const rests = config.pauseMinutes > 0 && askedAt !== null && !isPast(askedAt, config.pauseMinutes, now)
  const menus = state.at === 'menu' ? state.menus + 1 : state.menus
  // the text "not understood" is sent once
  return tries > 1 && rests
    ? { state: { ...state, tries }, moves: null, says: [] }
    : { state: { ...state, tries, menus }, moves: null, says: [again(tries === 1)] }
}

const fromMenu = (
  state: BotState,
  message: ReadMessage,
  config: BotConfig,
  moment: BotMoment,
): BotStep | null => {
  if (config.queues.length < 2) return stepAfterDeletion(state, config)
  const chosen = idChosen(message.answer, state, choicesAt(state, config))
  if (chosen === 'gone') return showMenu(state, false)
  const queue = config.queues.find(({ id }) => id === chosen)
  if (queue === undefined) {
    return answerNotUnderstood(state, message, config, moment, (misunderstood) => ({
      ...{ kind: 'menu', greets: false, misunderstood },
    }))
  }
  return enterQueue(state, queue)
}

/** The step into a queue: its menu, or its greeting without one. */
const enterQueue = (state: BotState, queue: BotQueue): BotStep => {
  const there = inQueue(state, queue)
  return {
    state: hasMenu(queue) ? { ...there, at: placeIn(queue) } : botLeft(there, 'finished'),
    moves: { queueId: queue.id },
    says: [saysIn(queue)],
  }
}

/**
 * The contact's menu, queue or option was deleted: sends the menu of queues once. With one queue left, a contact
 * without a queue continues in that queue. Else hands over to a person.
 */
const stepAfterDeletion = (state: BotState, config: BotConfig): BotStep => {
  const [sole] = config.queues
  if (config.queues.length > 1) return showMenu(state, false)
  return sole !== undefined && state.queueId === null
    ? enterQueue(state, sole)
    : handOver(state, config, 'gone')
}

/** The step after an answer to the question for a document. */
const fromDocument = (
  state: BotState,
  message: ReadMessage,
  queue: BotQueue | null,
  config: BotConfig,
  moment: BotMoment,
): BotStep | null => {
  const { text, answer } = message
  if (queue?.bills !== true) return stepAfterDeletion(state, config)
  if (answer !== null && isWord(answer, config.words.back)) return restartStep(state, queue, config)
  if (text === null || documentOf(text) === null) {
    return answerNotUnderstood(state, message, config, moment, (misunderstood) =>
      saysIn(queue, misunderstood),
    )
  }
  const lookups = (state.lookups ?? 0) + 1
  // a contact who asks for the bills of many people is not a customer
  if (lookups > MOST_LOOKUPS) return handOver(state, config, 'limit')
  return { state: { ...state, at: 'bills', tries: 0, lookups }, moves: null, says: [], asks: 'bills' }
}

/** The step after a lookup: closes the ticket if bills were sent, else says why not and hands over to a person. */
const afterBills = (
  state: BotState,
  { bills }: BillsAnswer,
  config: BotConfig,
  { now: askedAt }: BotMoment,
): BotStep | null => {
  if (state.at !== 'bills') return null
  if (bills === 'found') return { state: botLeft(state, 'finished'), moves: null, says: [], closes: true }
  const step = handOver(state, config, bills === 'none' ? 'no-bills' : 'failed')
  return {
    ...step,
    state: { ...step.state, askedAt },
    says: [{ kind: 'no-bills', failed: bills === 'failed' }],
  }
}

const fromOptions = (
  state: BotState,
  message: ReadMessage,
  queue: BotQueue | null,
  config: BotConfig,
  moment: BotMoment,
): BotStep | null => {
  const { answer } = message
  if (queue === null || queue.options.length === 0) return stepAfterDeletion(state, config)
  const along = optionsAlong(queue, state.path)
  const at = (path: readonly number[], misunderstood = false): BotSaid =>
    path.length === 0
      ? { kind: 'queue', queueId: queue.id, misunderstood }
      : { kind: 'option', queueId: queue.id, path, misunderstood }
  const show = (path: readonly number[]): BotStep => ({
    state: { ...state, path, tries: 0 },
    moves: null,
    says: [at(path)],
  })
  const isBack = answer !== null && isWord(answer, config.words.back)
  // a deleted option, or an option without options now: use its parent
  const offers = optionsAt(queue, along)
  if (along.length < state.path.length || offers.length === 0) {
    return show(nearestMenu(along))
  }
  const id = idChosen(answer, state, choicesAt(state, config))
  if (id === 'gone') return show(state.path)
  const chosen = offers.find((option) => option.id === id)
  if (chosen === undefined && isBack) {
    return state.path.length === 0
      ? (restartStep(state, queue, config) ?? show([]))
      : show(state.path.slice(0, -1))
  }
  if (chosen === undefined) {
    return answerNotUnderstood(state, message, config, moment, (misunderstood) =>
      at(state.path, misunderstood),
    )
  }
  const path = [...state.path, chosen.id]
  if (chosen.options.length > 0) return show(path)
  return { state: botLeft(state, 'finished'), moves: null, says: [at(path)] }
}

/** The path to the nearest menu with options. */
const nearestMenu = (along: readonly BotOption[]): readonly number[] => {
  const last = along.findLastIndex(({ options }) => options.length > 0)
  return along.slice(0, last + 1).map(({ id }) => id)
}

/** Counts exchanges within a minute. If the chat partner is a robot, the bot stops without a text. */
const stopForRobots = (
  step: BotStep | null,
  before: BotState,
  { most }: BotConfig,
  { now }: BotMoment,
): BotStep | null => {
  if (step === null) return null
  const { burst } = before
  const runs = burst !== null && !isPast(burst.since, 1, now)
  const count = runs ? burst.count + 1 : 1
  const { state } = step
  if (count >= ROBOT_EXCHANGES && state.at !== 'left') {
    // also of a bot that has left at the end of a menu
    return { state: botLeft({ ...before, at: 'start' }, 'robot'), moves: null, says: [] }
  }
  const next = { since: runs ? burst.since : now, count }
  const askedAt = step.says.length === 0 ? state.askedAt : now
  // counts on after the end of a menu, because the start word begins again
  return { ...step, state: { ...state, most, askedAt, burst: next } }
}

/**
 * Counts the files that the bot sends. Each message stores its own copy, so beyond a limit the contact gets
 * only texts: the contact already has the files.
 */
const withFiles = (step: BotStep | null, config: BotConfig): BotStep | null => {
  const texts = step === null ? [] : textsOf(step.says, config)
  const filesIn = (id: number | null): number => (id === null ? 0 : (config.listSizes.get(id) ?? 1))
  const count = texts.reduce(
    (sum, { media, fileListId }) => sum + (media === null ? 0 : 1) + filesIn(fileListId),
    0,
  )
  if (step === null || count === 0) return step
  const before = step.state.files ?? 0
  const files = before + count
  return before >= MOST_FILES
    ? { ...step, says: step.says.map((said) => ('misunderstood' in said ? { ...said, bare: true } : said)) }
    : { ...step, state: { ...step.state, files } }
}

/** Outside opening hours only a choice counts: the queue is set, the bot leaves, and no text is sent. */
const whileClosed = (before: BotState, { state, moves }: BotStep): BotStep | null => {
  const chose = moves !== null && moves.queueId !== null
  if (!chose) return null
  return {
    state: { ...botLeft({ ...before, at: 'start', queueId: moves.queueId }, state.because ?? 'finished') },
    moves,
    says: [],
  }
}
