import { type Answer, chosenAmong, foldText } from './answer.js'
import { type BotConfig, type BotOption, type BotQueue, optionsAlong, queueOf } from './config.js'
import { type BotState, MOST_OFFERED, type OfferedChoice } from './state.js'

/** The options of the last of these chosen options, or of the queue. */
export const optionsAt = (queue: BotQueue, along: readonly BotOption[]): readonly BotOption[] =>
  along.at(-1)?.options ?? queue.options

interface Choice extends OfferedChoice {
  readonly title: string
}

/** The choices of the contact's menu by the present configuration; none outside a menu. */
export const choicesAt = ({ at, queueId, path }: BotState, config: BotConfig): readonly Choice[] => {
  if (at === 'menu')
    return config.queues.map(({ id, name: title }, index) => ({ number: index + 1, id, title }))
  const queue = at === 'options' ? queueOf(config, queueId) : null
  if (queue === null) return []
  return optionsAt(queue, optionsAlong(queue, path)).map(({ option: number, id, title }) => ({
    number,
    id,
    title,
  }))
}
/** Whether an answer is the title of one of these choices. */
export const isTitle = ({ text }: Answer, choices: readonly Choice[]): boolean =>
  choices.some(({ title }) => foldText(title) === text)

/**
 * The id that an answer chooses. A number is read by the menu that the contact got: choices may have other numbers
 * now. `gone`: the choice with this number was removed. Undefined: no choice.
 */
export const idChosen = (
  answer: Answer | null,
  state: BotState,
  choices: readonly Choice[],
): number | 'gone' | undefined => {
  if (answer === null) return undefined
  const seen = state.offered?.find(({ number }) => number === answer.number)
  if (seen !== undefined) return choices.some(({ id }) => id === seen.id) ? seen.id : 'gone'
  return choices[chosenAmong(answer, choices)]?.id
}

/** The state after its menu was sent: remembers the choices. */
export const withOffered = ({ offered: _, ...state }: BotState, config: BotConfig): BotState => {
  const choices = choicesAt(state, config)
  return choices.length === 0 || choices.length > MOST_OFFERED
    ? state
    : { ...state, offered: choices.map(({ number, id }) => ({ number, id })) }
}
