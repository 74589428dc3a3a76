import { describe, expect, it } from '@jest/globals'
import { billMessages } from './bills.js'
import { type BotConfig, type BotOption, isQueueOfBills } from './config.js'
import { MOST_FILES, MOST_LOOKUPS, nextStep } from './next-step.js'
import { BOT_TEXTS } from './own-texts.js'
import { playBills, playTurn } from './play.js'
import { BOT_START, type BotState } from './state.js'
import { botWords } from './words.js'

const texts = BOT_TEXTS.pt
const CPF = '529.982.247-25'
const BILLS = { ...{ id: 2, name: 'Boletos', greeting: '' }, options: [], bills: true }
const CONFIG: BotConfig = {
  ...{ greeting: 'Olá', media: null, foreign: null, most: 3, pauseMinutes: 0, defaultQueueId: 1 },
  listSizes: new Map([[9, 30]]),
  queues: [{ id: 1, name: 'Vendas', greeting: 'Vendas!', options: [] }, BILLS],
  texts,
  words: botWords('', 'pt'),
}
const SOLE: BotConfig = { ...CONFIG, queues: [BILLS] }
/** Plays a dialogue with one input a minute. */
const playDialogue = (
  config: BotConfig,
  inputs: readonly (string | null | { readonly bills: 'found' | 'none' | 'failed' })[],
  from: Partial<BotState> = {},
) => {
  let state: BotState = { ...BOT_START, ...from }
  const heard: string[] = []
  for (const [index, input] of inputs.entries()) {
    const now = new Date(Date.parse('2026-03-02T12:00:00.000Z') + index * 60_000).toISOString()
    const message = typeof input === 'object' && input !== null ? input : { text: input }
    const step = nextStep(state, message, config, { now, closed: false })
    if (step?.asks === 'bills') heard.push('asks')
    if (step?.closes) heard.push('closes')
    const turn = playTurn(state, message, config, { now, closed: false })
    state = turn.state
    heard.push(
      ...(turn.says ?? []).map((one) =>
        'text' in one ? (one.text.split('\n')[0] ?? '') : 'file' in one ? one.file : 'list',
      ),
    )
  }
  return { heard, state }
}
const WRONG = texts.notADocument.replace('{word}', 'atendente')

describe('the step in a queue of bills', () => {
  it.each<[string, BotConfig, Parameters<typeof playDialogue>[1], readonly string[], Partial<BotState>]>([
    ['asks for a document', CONFIG, ['oi', '2'], ['Olá', texts.document], { at: 'document', queueId: 2 }],
    [
      'asks once it has one',
      CONFIG,
      ['oi', '2', CPF],
      ['Olá', texts.document, 'asks'],
      { at: 'bills', lookups: 1 },
    ],
    [
      'asks nothing twice',
      CONFIG,
      ['oi', '2', CPF, CPF, 'oi?'],
      ['Olá', texts.document, 'asks'],
      { at: 'bills' },
    ],
    [
      'understands no other text, no file and no wrong digits',
      CONFIG,
      ['oi', '2', '1', null, '529.982.247-26'],
      ['Olá', texts.document, WRONG, texts.document, texts.handedOver],
      { at: 'left', because: 'limit', queueId: 2 },
    ],
    [
      'goes back to the menu',
      CONFIG,
      ['oi', '2', '0'],
      ['Olá', texts.document, texts.choose],
      { at: 'menu' },
    ],
    [
      'hands over to a person',
      CONFIG,
      ['oi', '2', 'Atendente'],
      ['Olá', texts.document, texts.handedOver],
      { because: 'asked', queueId: 2 },
    ],
    [
      'leaves what is asked for by a word',
      CONFIG,
      ['oi', '2', CPF, '#', { bills: 'found' }],
      ['Olá', texts.document, 'asks', texts.choose],
      { at: 'menu', queueId: null },
    ],
    [
      'closes once the bills are said',
      CONFIG,
      ['oi', '2', CPF, { bills: 'found' }],
      ['Olá', texts.document, 'asks', 'closes'],
      { because: 'finished' },
    ],
    [
      'tells that there are none',
      CONFIG,
      ['oi', '2', CPF, { bills: 'none' }],
      ['Olá', texts.document, 'asks', texts.noBills],
      { because: 'no-bills' },
    ],
    [
      'F13: tells that it failed',
      CONFIG,
      ['oi', '2', CPF, { bills: 'failed' }],
      ['Olá', texts.document, 'asks', texts.billsFailed],
      { because: 'failed' },
    ],
    [
      'F12: says nothing to an answer that it does not wait for',
      CONFIG,
      ['oi', { bills: 'found' }],
      ['Olá'],
      { at: 'menu' },
    ],
    [
      'begins with the question where it is alone',
      SOLE,
      ['oi', '#'],
      [texts.document, texts.document],
      { at: 'document' },
    ],
    [
      'F9: shows the menu where the queue gives no bills any more',
      { ...CONFIG, queues: [...CONFIG.queues.slice(0, 1), { ...BILLS, bills: false }] },
      ['oi'],
      [texts.choose],
      { at: 'menu' },
    ],
  ])('%s', (name, config, inputs, heard, ends) => {
    const from = config === SOLE ? { queueId: 2 } : {}
    const gone = name.startsWith('F9') ? ({ at: 'document', queueId: 2 } as const) : {}
    const played = playDialogue(config, inputs, { ...from, ...gone })
    expect(played.heard).toEqual(heard)
    expect(played.state).toMatchObject(ends)
  })

  it('asks for so many documents of one contact and no more', () => {
    const again = Array.from({ length: MOST_LOOKUPS + 1 }, () => ['#', '2', CPF]).flat()
    const { heard, state } = playDialogue(CONFIG, ['oi', ...again])
    expect(heard.filter((one) => one === 'asks')).toHaveLength(MOST_LOOKUPS)
    expect(state).toMatchObject({ because: 'limit' })
  })

  it('forgets a late answer with the next step', () => {
    const state = { ...BOT_START, at: 'menu', late: true } as const
    const step = nextStep(state, { text: '2' }, CONFIG, { now: '2026-03-02T12:00:00.000Z', closed: false })
    expect(step?.state.late).toBeUndefined()
  })

  it('is one by its setting or by its name', () => {
    for (const name of ['2ª Via de Boleto', '2 Via de Boleto', ' 2ª  VIA de boleto'])
      expect(isQueueOfBills({ bills: 0, name })).toBe(true)
    expect(isQueueOfBills({ bills: 1, name: 'Financeiro' })).toBe(true)
    for (const name of ['Boleto', '2ª via', '2ª Via de Boletos'])
      expect(isQueueOfBills({ bills: 0, name })).toBe(false)
  })
})

describe('what is said of bills', () => {
  const bill = { cents: 123_456_789, due: '2026-03-10', line: '1', pix: '2' }
  it('has a message of its own for all that is copied', () => {
    expect(billMessages([bill, { cents: null, due: null, line: '', pix: '' }], texts.bill)).toEqual([
      { text: '*Boleto em aberto*\nValor: R$ 1.234.567,89\nVencimento: 10/03/2026' },
      ...[{ text: 'Linha digitável:' }, { text: '1' }, { text: 'Pix copia e cola:' }, { text: '2' }],
      ...[{ pdfOf: 0 }, { text: '*Boleto em aberto*' }, { pdfOf: 1 }, { text: texts.bill.over }],
    ])
  })
  it('is about three bills at most, and tells that there are more', () => {
    const said = billMessages(Array(4).fill(bill), texts.bill)
    expect(said.filter((one) => 'pdfOf' in one)).toHaveLength(3)
    expect(said.at(-1)).toEqual({ text: texts.bill.more })
  })
  it('is played in the trial, too', () => {
    const state: BotState = { ...BOT_START, at: 'bills', queueId: 2 }
    const moment = { now: '2026-03-02T12:00:00.000Z', closed: false }
    const found = playBills(state, [bill], CONFIG, moment)
    expect(found.says?.slice(0, 1)).toEqual([{ text: texts.looking }])
    expect(found.says).toContainEqual({ file: 'boleto-1.pdf' })
    expect(playBills(state, [], CONFIG, moment).says).toEqual([
      { text: texts.looking },
      { text: texts.noBills },
    ])
  })
})

it('a contact that goes round a menu with files gets so many files, and then the texts alone', () => {
  const media = { blobId: 'b', fileName: 'a.pdf', mimetype: 'application/pdf', size: 1 }
  const option = (id: number, options: readonly BotOption[]): BotOption => ({
    ...{ id, option: 1, title: `${id}`, message: `Opção ${id}`, media, fileListId: null, options },
  })
  const tree = [option(1, [option(2, [option(3, [])])])]
  const config = {
    ...CONFIG,
    queues: [...CONFIG.queues, { id: 3, name: 'Menu', greeting: '', options: tree }],
  }
  const round = Array.from({ length: MOST_FILES + 10 }, (_, at) => (at % 2 === 0 ? '1' : '0'))
  const { heard } = playDialogue(config, ['oi', '3', '1', ...round])
  expect(heard.filter((one) => one === 'a.pdf')).toHaveLength(MOST_FILES)
  expect(heard.filter((one) => one.startsWith('Opção')).length).toBeGreaterThan(MOST_FILES)
})

it('a list of files counts as its files, and is given whole the first time', () => {
  const leaf = (id: number): BotOption => ({
    ...{ id, option: 1, title: `${id}`, message: `Opção ${id}`, media: null, fileListId: 9 },
    options: [
      { ...{ id: id + 1, option: 1, title: 'x', message: 'x', media: null, fileListId: null }, options: [] },
    ],
  })
  const queue = { id: 3, name: 'Menu', greeting: '', options: [leaf(1)] }
  const config = { ...CONFIG, queues: [...CONFIG.queues, queue] }
  const { heard } = playDialogue(config, ['oi', '3', '1', '0', '1', '0', '1'])
  expect(heard.filter((one) => one === 'list')).toHaveLength(1)
})
