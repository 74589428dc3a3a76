import { describe, expect, it } from '@jest/globals'
import { answerOf } from './answer.js'
import { type BotConfig, type FlatOption, optionTree } from './config.js'
import { BOT_TEXTS } from './own-texts.js'
import { type BotSaid, textsOf } from './texts.js'
import { botWords } from './words.js'

const flatOption = (id: number, option: number, title: string, parentId: number | null): FlatOption => ({
  ...{ id, option, title, parentId, queueId: 2, message: `${title}!`, media: null, fileListId: null },
})
const FLAT = [
  flatOption(22, 2, 'Nota', 11),
  flatOption(11, 1, '2ª via', null),
  flatOption(21, 1, 'Boleto', 11),
]
const queueOf = (id: number, name: string) => ({ id, name, greeting: `Fila ${name}`, options: [] })
const CONFIG: BotConfig = {
  greeting: 'Olá {{name}}',
  media: null,
  queues: [queueOf(1, 'Vendas'), { ...queueOf(2, 'Financeiro'), options: optionTree(FLAT, 2) }],
  foreign: null,
  ...{ most: 3, pauseMinutes: 0, defaultQueueId: null, listSizes: new Map() },
  texts: BOT_TEXTS.pt,
  words: botWords('', 'pt'),
}
const saidTexts = (says: BotSaid, config = CONFIG) => textsOf([says], config).map(({ text }) => text)
const missed = { misunderstood: false }

describe('what the bot says', () => {
  it('is the menu of queues by their numbers', () => {
    expect(saidTexts({ kind: 'menu', greets: true, ...missed })).toEqual([
      'Olá {{name}}\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Financeiro',
    ])
  })

  it('is the menu of a queue with the way to the start, where there is one', () => {
    const root = { kind: 'queue', queueId: 2, ...missed } as const
    expect(saidTexts(root)).toEqual(['Fila Financeiro\n\n*[ 1 ]* - 2ª via\n\n*[ # ]* - Menu inicial'])
    const sole = { ...CONFIG, queues: CONFIG.queues.slice(1) }
    expect(saidTexts(root, sole)).toEqual(['Fila Financeiro\n\n*[ 1 ]* - 2ª via'])
  })

  it('is the menu of an option with the way back', () => {
    expect(saidTexts({ kind: 'option', queueId: 2, path: [11], ...missed })).toEqual([
      '2ª via!\n\n*[ 1 ]* - Boleto\n*[ 2 ]* - Nota\n\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
    ])
  })

  it('is nothing of what is gone or empty', () => {
    expect(saidTexts({ kind: 'queue', queueId: 7, ...missed })).toEqual([])
    expect(saidTexts({ kind: 'option', queueId: 2, path: [11, 99], ...missed })).toEqual([])
    const mute = { ...CONFIG, queues: [{ ...queueOf(1, 'Vendas'), greeting: ' ' }] }
    expect(saidTexts({ kind: 'queue', queueId: 1, ...missed }, { ...mute, greeting: '' })).toEqual([])
  })

  it('leaves options out that no way leads to', () => {
    const cycle = [flatOption(1, 1, 'A', 2), flatOption(2, 1, 'B', 1), flatOption(3, 1, 'C', 99)]
    expect(optionTree([...FLAT, ...cycle], 2).map(({ id }) => id)).toEqual([11])
    expect(optionTree(FLAT, 3)).toEqual([])
  })
})

describe('an answer', () => {
  it.each<[string, number | null]>([
    ['4', 4],
    [' 4 ', 4],
    ['４', 4],
    ['4.', 4],
    ['4)', 4],
    ['4️⃣', 4],
    ['🔟', 10],
    ['*[ 4 ]*', 4],
    ['4ª via', null],
    ['4 ou 5', null],
    ['44444', null],
    ['-4', null],
    ['4.5', null],
    ['', null],
  ])('of %j is the number %j', (text, number) => {
    expect(answerOf(text).number).toBe(number)
  })

  it('is its text without case, accents and hidden marks', () => {
    expect(answerOf(' \u200eNEGOCIAÇÃO  já ').text).toBe('negociacao ja')
  })
})
