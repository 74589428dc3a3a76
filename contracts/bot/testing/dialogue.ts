import type { BotConfig, BotOption, BotQueue } from '../config.js'
import { type BotMoment, nextStep } from '../next-step.js'
import { BOT_TEXTS } from '../own-texts.js'
import { BOT_START, type BotState } from '../state.js'
import { textsOf } from '../texts.js'
import { botWords } from '../words.js'

export const texts = BOT_TEXTS.pt
export const optionOf = (
  id: number,
  at: number,
  title: string,
  options: readonly BotOption[] = [],
): BotOption => ({
  ...{ id, option: at, title, message: `${title}!`, media: null, fileListId: null, options },
})
export const queueOf = (id: number, name: string, options: readonly BotOption[] = []): BotQueue => ({
  ...{ id, name, greeting: `Fila ${name}`, options },
})
export const OPTIONS = [
  optionOf(11, 1, '2ª via', [optionOf(21, 1, 'Boleto'), optionOf(22, 2, 'Nota')]),
  optionOf(12, 2, 'Negociação'),
]
export const MENU_OF_4: BotConfig = {
  greeting: 'Olá',
  media: null,
  queues: [
    queueOf(1, 'Vendas'),
    queueOf(2, 'Financeiro', OPTIONS),
    queueOf(3, 'Suporte'),
    queueOf(4, 'Outros'),
  ],
  foreign: null,
  most: 3,
  pauseMinutes: 0,
  defaultQueueId: 4,
  listSizes: new Map(),
  texts,
  words: botWords('', 'pt'),
}
export const SOLE: BotConfig = { ...MENU_OF_4, queues: [queueOf(2, 'Financeiro', OPTIONS)] }

/** Input of a customer. `null`: a voice note. A number: seconds that pass. A function changes the configuration. */
export type DialogueInput = string | null | number | ((config: BotConfig) => BotConfig)

/** Plays a dialogue. Gives the bot's texts, its queue commands, and its last position. */
export const playDialogue = (
  config: BotConfig,
  says: readonly DialogueInput[],
  from: Partial<BotState> = {},
  closed = false,
) => {
  let state: BotState = { ...BOT_START, ...from }
  let current = config
  let at = Date.parse('2026-03-02T12:00:00.000Z')
  const heard: string[] = []
  for (const said of says) {
    if (typeof said === 'number') at += said * 1000
    else if (typeof said === 'function') current = said(current)
    else {
      const moment: BotMoment = { now: new Date(at).toISOString(), closed }
      const step = nextStep(state, { text: said }, current, moment)
      at += 5000
      if (step === null) continue
      state = step.state
      if (step.moves !== null) heard.push(`→ ${step.moves.queueId}`)
      heard.push(...textsOf(step.says, current).map(({ text }) => text.split('\n')[0] ?? ''))
    }
  }
  return { heard, state }
}

/** Gives the queue 2 these options. */
export const withOptions =
  (options: readonly BotOption[]) =>
  (config: BotConfig): BotConfig => ({
    ...config,
    queues: config.queues.map((one) => (one.id === 2 ? { ...one, options } : one)),
  })

export const AGAIN = texts.notUnderstood.replace('{word}', 'atendente')
export const ROOT = 'Fila Financeiro'
export const HANDED = texts.handedOver
