import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LongThreadPage, STEP, startLongThread } from './thread-page.js'

const LENGTH = 50_000

describe('a long conversation that goes on while it is read', () => {
  let thread: LongThreadPage
  /** calls that read messages */
  const asked: string[] = []

  beforeAll(async () => {
    thread = await startLongThread(LENGTH)
    thread.page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/messages/')) asked.push(request.url())
    })
  }, STEP)
  afterAll(() => thread?.stop())

  const button = (name: RegExp) => thread.page.getByRole('button', { name })
  /** Scrolls to the first or the last row, waits for more beyond it, and gives by how much the row has moved. */
  const beyond = (way: -1 | 1): Promise<number> =>
    thread.page.getByRole('log').evaluate((log, way) => {
      const articles = () => [...log.querySelectorAll('article')]
      log.scrollTop = way < 0 ? 0 : log.scrollHeight
      const row = articles().at(way < 0 ? 0 : -1)
      const before = row?.getBoundingClientRect().top ?? 0
      return new Promise<number>((done) => {
        const look = (): void => {
          if (articles().at(way < 0 ? 0 : -1) === row) requestAnimationFrame(look)
          else done((row?.getBoundingClientRect().top ?? 0) - before)
        }
        look()
      })
    }, way)

  it(
    'stays at its end with few rows, however many messages come live',
    async () => {
      const { open, say, until } = thread
      await open()
      for (let round = 0; round < 10; round++) {
        const newest = await say(30)
        await until((numbers) => numbers.at(-1) === newest)
      }
    },
    STEP,
  )

  it(
    'counts what comes while its end is let go, and shows it again without asking for it',
    async () => {
      const { open, say, seen, read } = thread
      await open()
      const before = thread.newest()
      const [first] = await read(-1, (numbers) => (numbers[0] ?? 0) <= before - 60)
      const newest = await say(60)
      await button(/^40 novas mensagens$/).waitFor()
      expect((await seen())[0]).toBe(first)
      asked.length = 0
      await read(1, (numbers) => numbers.at(-1) === newest)
      await button(/novas mensagens|Ir para o fim/).waitFor({ state: 'detached' })
      expect(asked).toEqual([])
    },
    STEP,
  )

  it(
    'counts what comes while another part is loaded, and goes to it',
    async () => {
      const { open, say, until, shows } = thread
      await open(25_000)
      const newest = await say(30)
      await button(/^20 novas mensagens$/).waitFor()
      await button(/^20 novas mensagens$/).click()
      await shows(`linha ${newest}.`)
      await until((numbers) => numbers.at(-1) === newest)
    },
    STEP,
  )

  it(
    'opens at the first unread message, also where that is some pages back',
    async () => {
      const { visit, unread, seen, page } = thread
      const newest = thread.newest()
      for (const count of [5, 50]) {
        unread(count)
        await visit()
        await page.getByText(`${count} mensagens não lidas`).waitFor()
        const numbers = await seen()
        // every third is ours
        const ofContact = Array.from({ length: 100 }, (_, n) => newest - n).filter((n) => n % 3 !== 0)
        expect(numbers).toContain(ofContact[count - 1])
        // a place so near the end cannot stand at the top
        if (count === 50) expect(numbers[0]).toBeGreaterThanOrEqual((ofContact[count - 1] ?? 0) - 1)
      }
      unread(0)
    },
    STEP,
  )

  it(
    'moves by no pixel where rows above grow',
    async () => {
      const { open, page, read } = thread
      await open(25_000)
      await read(-1, ([first = 0]) => first < 24_980)
      const moved = await page.getByRole('log').evaluate(async (log) => {
        const { top } = log.getBoundingClientRect()
        const articles = [...log.querySelectorAll('article')]
        const index = articles.findIndex((article) => article.getBoundingClientRect().top >= top)
        const row = articles[index]
        const before = row?.getBoundingClientRect().top ?? 0
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
        const places: number[] = []
        for (const [place, padding] of ['137px', '3.3px', '0'].entries()) {
          const grown = articles[index - 3 - place]
          if (grown !== undefined) grown.style.paddingTop = padding
          await frame()
          places.push((row?.getBoundingClientRect().top ?? 0) - before)
        }
        return Math.max(...places.map(Math.abs))
      })
      expect(moved).toBeLessThan(1)
    },
    STEP,
  )

  it(
    'does not drift while 200 pages are read upwards and back',
    async () => {
      const { open, seen } = thread
      await open(25_000)
      let drift = 0
      for (const way of [-1, 1] as const) {
        const isThere = (numbers: readonly number[]) =>
          way < 0 ? (numbers[0] ?? 0) <= 21_000 : (numbers.at(-1) ?? 0) >= 25_000
        while (!isThere(await seen())) {
          const moved = await beyond(way)
          expect(Math.abs(moved)).toBeLessThan(1)
          drift += moved
        }
      }
      expect(Math.abs(drift)).toBeLessThan(1)
    },
    STEP,
  )
})
