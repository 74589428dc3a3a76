import { describe, expect, it } from '@jest/globals'
import type { BotConfig, BotOption, BotQueue } from './config.js'
import { type BotMoment, nextStep, ROBOT_EXCHANGES, ROBOT_TRIES } from './next-step.js'
import { BOT_TEXTS } from './own-texts.js'
import { BOT_START, type BotState, botLeft } from './state.js'
import { textsOf } from './texts.js'
import { botWords } from './words.js'

const texts = BOT_TEXTS.pt
const optionOf = (id: number, at: number, title: string, options: readonly BotOption[] = []): BotOption => ({
  ...{ id, option: at, title, message: `${title}!`, media: null, fileListId: null, options },
})
const queueOf = (id: number, name: string, options: readonly BotOption[] = []): BotQueue => ({
  ...{ id, name, greeting: `Fila ${name}`, options },
})
const OTHERS = queueOf(4, 'Outros')
const OPTIONS = [
  optionOf(11, 1, '2ª via', [optionOf(21, 1, 'Boleto'), optionOf(22, 2, 'Nota')]),
  optionOf(12, 2, 'Negociação'),
]
const MENU_OF_4: BotConfig = {
  greeting: 'Olá',
  media: null,
  queues: [queueOf(1, 'Vendas'), queueOf(2, 'Financeiro', OPTIONS), queueOf(3, 'Suporte'), OTHERS],
  foreign: null,
  most: 3,
  pauseMinutes: 0,
  defaultQueueId: 4,
  listSizes: new Map(),
  texts,
  words: botWords('', 'pt'),
}
const SOLE: BotConfig = { ...MENU_OF_4, queues: [queueOf(2, 'Financeiro', OPTIONS)] }

/** Input of a customer. `null`: a voice note. A number: seconds that pass. A function changes the configuration. */
type Input = string | null | number | ((config: BotConfig) => BotConfig)

/** Plays a dialogue. Gives the bot's texts, its queue commands, and its last position. */
const playBot = (config: BotConfig, says: readonly Input[], from: Partial<BotState> = {}, closed = false) => {
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
const withOptions =
  (options: readonly BotOption[]) =>
  (config: BotConfig): BotConfig => ({
    ...config,
    queues: config.queues.map((one) => (one.id === 2 ? { ...one, options } : one)),
  })

const AGAIN = texts.notUnderstood.replace('{word}', 'atendente')
const ROOT = 'Fila Financeiro'
const HANDED = texts.handedOver

describe('the next step', () => {
  it.each<[string, BotConfig, readonly Input[], readonly string[], Partial<BotState>]>([
    [
      'F1: not understood once, then 4 enters queue 4',
      MENU_OF_4,
      ['oi', 'Quero atendimento', '4'],
      ['Olá', AGAIN, '→ 4', 'Fila Outros'],
      { at: 'left', because: 'finished', queueId: 4 },
    ],
    [
      'F2: the third answer that is not understood',
      MENU_OF_4,
      ['oi', 'a', 'b', 'c', 'd'],
      ['Olá', AGAIN, texts.choose, '→ 4', HANDED],
      { at: 'left', because: 'limit', queueId: 4 },
    ],
    [
      'the limit without a default queue',
      { ...MENU_OF_4, defaultQueueId: null },
      ['oi', 'a', 'b', 'c'],
      ['Olá', AGAIN, texts.choose, HANDED],
      { because: 'limit', queueId: null },
    ],
    [
      'F3: an answer counts by the stored state alone',
      MENU_OF_4,
      ['2'],
      ['→ 2', ROOT],
      { at: 'options', queueId: 2 },
    ],
    [
      'F10: two quick answers are two steps',
      MENU_OF_4,
      ['oi', '2', '2'],
      ['Olá', '→ 2', ROOT, 'Negociação!'],
      { because: 'finished', queueId: 2 },
    ],
    [
      'a title without accents, in any case',
      MENU_OF_4,
      ['oi', ' financeiro ', 'NEGOCIACAO'],
      ['Olá', '→ 2', ROOT, 'Negociação!'],
      { because: 'finished' },
    ],
    [
      'a number with its marks',
      MENU_OF_4,
      ['oi', '2️⃣', '１.', '[ 2 ]'],
      ['Olá', '→ 2', ROOT, '2ª via!', 'Nota!'],
      { because: 'finished' },
    ],
    [
      'a number with what people write behind it',
      MENU_OF_4,
      ['oi', '2!', '1,', '[ 2 ]'],
      ['Olá', '→ 2', ROOT, '2ª via!', 'Nota!'],
      { because: 'finished' },
    ],
    [
      'a whole line of the menu',
      MENU_OF_4,
      ['oi', '*[ 2 ]* - Financeiro', '1. 2ª via', '2 – nota'],
      ['Olá', '→ 2', ROOT, '2ª via!', 'Nota!'],
      { because: 'finished' },
    ],
    ['never a prefix', MENU_OF_4, ['oi', '2ª via'], ['Olá', AGAIN], { at: 'menu', tries: 1 }],
    [
      'voice notes, stickers and pictures are not understood',
      MENU_OF_4,
      ['oi', null],
      ['Olá', AGAIN],
      { at: 'menu', tries: 1 },
    ],
    [
      'back, and to the start',
      MENU_OF_4,
      ['oi', '2', '1', '0', '#'],
      ['Olá', '→ 2', ROOT, '2ª via!', ROOT, '→ null', texts.choose],
      { at: 'menu', queueId: null, menus: 1 },
    ],
    [
      'back at the root is the start',
      MENU_OF_4,
      ['oi', '2', '0'],
      ['Olá', '→ 2', ROOT, '→ null', texts.choose],
      { at: 'menu' },
    ],
    [
      'a person, from the first word on',
      MENU_OF_4,
      ['Atendente'],
      ['→ 4', HANDED],
      { because: 'asked', queueId: 4 },
    ],
    [
      'a person, from within a queue',
      MENU_OF_4,
      ['oi', '2', 'atendente'],
      ['Olá', '→ 2', ROOT, HANDED],
      { because: 'asked', queueId: 2 },
    ],
    [
      'F14: nothing starts after a finished way',
      MENU_OF_4,
      ['oi', '4', 'obrigado', '2'],
      ['Olá', '→ 4', 'Fila Outros'],
      { because: 'finished' },
    ],
    [
      'the start word begins again after the end',
      MENU_OF_4,
      ['oi', '4', '#', '1'],
      ['Olá', '→ 4', 'Fila Outros', '→ null', texts.choose, '→ 1', 'Fila Vendas'],
      { queueId: 1 },
    ],
    [
      'tries are counted anew at each menu',
      MENU_OF_4,
      ['oi', 'a', '2', 'a', 'b', 'c'],
      ['Olá', AGAIN, '→ 2', ROOT, AGAIN, ROOT, HANDED],
      { because: 'limit', queueId: 2 },
    ],
    [
      'within the pause no third menu',
      { ...MENU_OF_4, most: 9, pauseMinutes: 5 },
      ['oi', 'a', 'b', 301, 'c'],
      ['Olá', AGAIN, texts.choose],
      { tries: 3 },
    ],
    ['one queue alone asks nothing', { ...SOLE, queues: [OTHERS] }, ['oi', '#', '1'], [], { at: 'start' }],
    [
      'F9: an option that is gone: the menu above, once',
      MENU_OF_4,
      [
        'oi',
        '2',
        '1',
        (c) => ({
          ...c,
          queues: c.queues.map((q) => ({ ...q, options: q.options.filter(({ id }) => id !== 11) })),
        }),
        '1',
        '2',
      ],
      ['Olá', '→ 2', ROOT, '2ª via!', ROOT, 'Negociação!'],
      { because: 'finished' },
    ],
    [
      'F9: a queue that is gone: the menu, once',
      MENU_OF_4,
      ['oi', '2', (c) => ({ ...c, queues: c.queues.filter(({ id }) => id !== 2) }), '1', '1'],
      ['Olá', '→ 2', ROOT, '→ null', texts.choose, '→ 1', 'Fila Vendas'],
      { queueId: 1 },
    ],
    [
      'a queue without options any more: the menu, once',
      MENU_OF_4,
      ['oi', '2', (c) => ({ ...c, queues: c.queues.map((q) => ({ ...q, options: [] })) }), '1'],
      ['Olá', '→ 2', ROOT, '→ null', texts.choose],
      { at: 'menu' },
    ],
    [
      'a menu that is gone: a person',
      MENU_OF_4,
      ['oi', (c) => ({ ...c, queues: [], defaultQueueId: null }), '1', '1'],
      ['Olá', HANDED],
      { because: 'gone' },
    ],
    [
      'with one queue left: that queue, for any answer',
      { ...MENU_OF_4, defaultQueueId: null },
      ['oi', (c) => ({ ...c, queues: SOLE.queues }), '4', '2'],
      ['Olá', '→ 2', ROOT, 'Negociação!'],
      { because: 'finished', queueId: 2 },
    ],
    [
      'with one queue left: that queue, for the start word, too',
      { ...MENU_OF_4, defaultQueueId: null },
      ['oi', (c) => ({ ...c, queues: SOLE.queues }), '#'],
      ['Olá', '→ 2', ROOT],
      { at: 'options', queueId: 2 },
    ],
    [
      'the start word where no menu is left: a person',
      MENU_OF_4,
      ['oi', (c) => ({ ...c, queues: [] }), '#'],
      ['Olá', '→ 4', HANDED],
      { because: 'gone' },
    ],
    [
      'the title of a queue that is the word for a person',
      { ...MENU_OF_4, queues: [...MENU_OF_4.queues, queueOf(5, 'Atendente')] },
      ['oi', 'atendente'],
      ['Olá', '→ 5', 'Fila Atendente'],
      { because: 'finished', queueId: 5 },
    ],
    [
      'the title of an option that is the word for a person',
      { ...MENU_OF_4, queues: [queueOf(1, 'Vendas'), queueOf(2, 'Financeiro', [optionOf(11, 1, 'Humano')])] },
      ['oi', '2', 'humano'],
      ['Olá', '→ 2', ROOT, 'Humano!'],
      { because: 'finished', queueId: 2 },
    ],
    [
      'queues in another order: the number of the menu that the contact got',
      MENU_OF_4,
      ['oi', (c) => ({ ...c, queues: c.queues.toReversed() }), '1'],
      ['Olá', '→ 1', 'Fila Vendas'],
      { queueId: 1 },
    ],
    [
      'a queue of the menu that is gone: the menu of now, once, and no try is counted',
      MENU_OF_4,
      ['oi', (c) => ({ ...c, queues: c.queues.slice(1) }), '1', '1'],
      ['Olá', texts.choose, '→ 2', ROOT],
      { at: 'options', queueId: 2, tries: 0 },
    ],
    [
      'options that were renumbered: the number of the menu that the contact got',
      MENU_OF_4,
      ['oi', '2', withOptions([optionOf(31, 1, 'Novo'), optionOf(12, 7, 'Negociação')]), '2'],
      ['Olá', '→ 2', ROOT, 'Negociação!'],
      { because: 'finished' },
    ],
    [
      'an option of the menu that is gone: the menu of now, once, whose numbers count then',
      MENU_OF_4,
      ['oi', '2', withOptions([optionOf(12, 1, 'Negociação')]), '1', '1'],
      ['Olá', '→ 2', ROOT, ROOT, 'Negociação!'],
      { because: 'finished' },
    ],
    [
      'a queue that is new in the menu, by its number of now',
      MENU_OF_4,
      ['oi', (c) => ({ ...c, queues: [...c.queues, queueOf(5, 'Compras')] }), '5'],
      ['Olá', '→ 5', 'Fila Compras'],
      { queueId: 5 },
    ],
    [
      'F7: a robot, known by its pace',
      { ...MENU_OF_4, most: 0 },
      ['oi', ...Array<string>(12).fill('Bem-vindo!')],
      ['Olá', AGAIN, ...Array<string>(ROBOT_EXCHANGES - 3).fill(texts.choose)],
      { at: 'left', because: 'robot' },
    ],
    [
      'F7: a robot that begins again at each end',
      MENU_OF_4,
      ['oi', ...Array<readonly string[]>(7).fill(['4', '#']).flat()],
      [
        'Olá',
        ...Array<readonly string[]>(4).fill(['→ 4', 'Fila Outros', '→ null', texts.choose]).flat(),
        ...['→ 4', 'Fila Outros'],
      ],
      { at: 'left', because: 'robot' },
    ],
    [
      'F7: a slow robot, known by its number of answers',
      { ...MENU_OF_4, most: 0 },
      ['oi', ...Array.from({ length: 25 }, () => [30, 'Bem-vindo!']).flat()],
      ['Olá', AGAIN, ...Array<string>(ROBOT_TRIES - 2).fill(texts.choose)],
      { because: 'robot' },
    ],
    [
      'a robot does not begin again',
      { ...MENU_OF_4, most: 0 },
      ['oi', ...Array<string>(12).fill('x'), '#'],
      ['Olá', AGAIN, ...Array<string>(ROBOT_EXCHANGES - 3).fill(texts.choose)],
      { because: 'robot' },
    ],
  ])('%s', (name, config, says, heard, ends) => {
    const from: Partial<BotState> = name.startsWith('F3') ? { at: 'menu', menus: 1 } : {}
    const played = playBot(config, says, from)
    expect(played.heard).toEqual(heard)
    expect(played.state).toMatchObject(ends)
  })

  it.each<[string, readonly Input[], Partial<BotState>, readonly string[], Partial<BotState>]>([
    ['F6: the menu waits', ['oi', 'oi', 'oi'], {}, [], { at: 'start', menus: 0 }],
    [
      'F6: a queue is chosen without a word',
      ['2', 'oi', '1'],
      { at: 'menu', menus: 1 },
      ['→ 2'],
      { at: 'left', because: 'finished', queueId: 2 },
    ],
    [
      'nobody counts what is not understood',
      ['a', 'b', 'c', 'd'],
      { at: 'menu', menus: 1 },
      [],
      { at: 'menu', tries: 0 },
    ],
    ['who asks for a person gets the queue', ['atendente'], { at: 'menu' }, ['→ 4'], { because: 'asked' }],
  ])('out of hours: %s', (_name, says, from, heard, ends) => {
    const played = playBot(MENU_OF_4, says, from, true)
    expect(played.heard).toEqual(heard)
    expect(played.state).toMatchObject(ends)
  })

  it('begins with the options of a queue that is alone, for a ticket in it', () => {
    const said = ['oi', '2', 'oi']
    expect(playBot(SOLE, said, { queueId: 2 }).heard).toEqual([ROOT, 'Negociação!'])
    expect(playBot(SOLE, said, { queueId: 7 }).heard).toEqual([])
    expect(playBot(SOLE, ['oi', '0'], { queueId: 2 }).heard).toEqual([ROOT, ROOT])
  })

  it('F8: goes on in a queue that the connection does not have', () => {
    const foreign = queueOf(9, 'Cobrança', OPTIONS)
    const config = { ...MENU_OF_4, foreign }
    expect(playBot(config, ['2'], { at: 'options', queueId: 9 }).heard).toEqual(['Negociação!'])
    expect(playBot(config, ['oi'], { queueId: 9 }).heard).toEqual([])
  })

  it.each(['answered', 'taken-out', 'robot'] as const)(
    'F15: is silent for good once it was %s',
    (because) => {
      expect(playBot(MENU_OF_4, ['oi', '#', '1'], botLeft(BOT_START, because)).heard).toEqual([])
    },
  )
})
