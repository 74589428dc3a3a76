import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type LongThreadPage, STEP_TIMEOUT_MS, startLongThread } from './thread-page.js'

const LENGTH = 50_000

describe('a long conversation that goes on while it is read', () => {
  let thread: LongThreadPage
  /** requests that read messages */
  const asked: string[] = []

  beforeAll(async () => {
    thread = await startLongThread(LENGTH)
    thread.page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/messages/')) asked.push(request.url())
    })
  }, STEP_TIMEOUT_MS)
  afterAll(() => thread?.stop())

  const button = (name: RegExp) => thread.page.getByRole('button', { name })
  /** Number of the first unread message if the contact has `count` unread ones: every third message is ours. */
  const firstUnread = (count: number): number =>
    Array.from({ length: 100 }, (_, n) => thread.newest() - n).filter((n) => n % 3 !== 0)[count - 1] ?? 0
  /** Scrolls to the first or the last row and waits for more rows. Gives the row's number and how far it has moved. */
  const beyond = (way: -1 | 1): Promise<{ number: number; moved: number }> =>
    thread.page.getByRole('log').evaluate((log, way) => {
      const articles = () => [...log.querySelectorAll('article')]
      log.scrollTop = way < 0 ? 0 : log.scrollHeight
      const row = articles().at(way < 0 ? 0 : -1)
      const before = row?.getBoundingClientRect().top ?? 0
      const number = Number(row?.dataset.messageId)
      return new Promise<{ number: number; moved: number }>((done) => {
        const look = (): void => {
          if (articles().at(way < 0 ? 0 : -1) === row) requestAnimationFrame(look)
          else done({ number, moved: (row?.getBoundingClientRect().top ?? 0) - before })
        }
        look()
      })
    }, way)

  it(
    'stays at its end with few rows while many live messages arrive',
    async () => {
      const { open, say, until } = thread
      await open()
      for (let round = 0; round < 10; round++) {
        const newest = await say(30)
        await until((numbers) => numbers.at(-1) === newest)
      }
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'counts new messages while the user is away from the end, and shows them without a request',
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
    STEP_TIMEOUT_MS,
  )

  it(
    'goes to its end at once, past all that came while the end was let go',
    async () => {
      const { open, say, read, until } = thread
      await open()
      const before = thread.newest()
      await read(-1, (numbers) => (numbers[0] ?? 0) <= before - 60)
      const newest = await say(30)
      await button(/novas mensagens$/).click()
      await until((numbers) => numbers.at(-1) === newest)
      await button(/novas mensagens|Ir para o fim/).waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'counts new messages while another part is loaded, and jumps to them',
    async () => {
      const { open, say, until, shows } = thread
      await open(25_000)
      const newest = await say(30)
      await button(/^20 novas mensagens$/).waitFor()
      await button(/^20 novas mensagens$/).click()
      await shows(`linha ${newest}.`)
      await until((numbers) => numbers.at(-1) === newest)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'opens at the first unread message, also where that is some pages back',
    async () => {
      const { visit, unread, seen, page } = thread
      for (const count of [5, 50]) {
        unread(count)
        await visit()
        await page.getByText(`${count} mensagens não lidas`).waitFor()
        const numbers = await seen()
        const first = firstUnread(count)
        expect(numbers).toContain(first)
        // A position so near the end cannot be at the top.
        if (count === 50) expect(numbers[0]).toBeGreaterThanOrEqual(first - 1)
      }
      unread(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'opens at the first unread message also where a message could not be sent, and shows what is sent then',
    async () => {
      const { open, visit, unread, seen, page } = thread
      const refused = '**/api/messages/1'
      await page.route(refused, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 409, json: { error: 'ERR_TICKET_NOT_OPEN' } })
          : route.fallback(),
      )
      const send = async (text: string): Promise<void> => {
        await page.getByPlaceholder('Mensagem').fill(text)
        await page.getByPlaceholder('Mensagem').press('Enter')
        await page.locator('[data-outgoing=failed]').filter({ hasText: text }).waitFor()
      }
      await open()
      await send('não vai')
      unread(50)
      await visit()
      await page.getByText('50 mensagens não lidas').waitFor()
      // Reads that follow the frame are done a moment later.
      await page.waitForLoadState('networkidle')
      expect(await seen()).toContain(firstUnread(50))
      await send('agora vai')
      await page.getByText('50 mensagens não lidas').waitFor({ state: 'detached' })
      await button(/Ir para o fim/).waitFor({ state: 'detached' })
      // The messages would otherwise stay for the other tests.
      for (const left of [1, 0]) {
        await button(/^Descartar$/)
          .last()
          .click()
        await page.waitForFunction(
          (left) => document.querySelectorAll('[data-outgoing]').length === left,
          left,
        )
      }
      await page.unroute(refused)
      unread(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'says that a quoted message cannot be shown and stays where it is; once it can be, it is shown',
    async () => {
      const { open, quote, read, seen, shows, page } = thread
      quote(24_950, 3)
      await open(25_000)
      const [first] = await read(-1, (numbers) => numbers.includes(24_949))
      const refused = /messages\/1\?around=3$/
      await page.route(refused, (route) =>
        route.fulfill({ status: 404, json: { error: 'ERR_NO_MESSAGE_FOUND' } }),
      )
      const quotation = page.getByRole('log').getByRole('button', { name: 'a mensagem 3' })
      await quotation.click()
      await page.getByRole('alert').getByText('Esta mensagem não existe mais.').waitFor()
      expect((await seen())[0]).toBe(first)
      await page.unroute(refused)
      await quotation.click()
      await shows('linha 3.')
      expect(await seen()).toContain(3)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'does not move if rows above grow',
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
    STEP_TIMEOUT_MS,
  )

  it(
    'shows a conversation of the list before its ticket has been read',
    async () => {
      const { page, shows, newest } = thread
      await page.goto(new URL('/tickets', page.url()).href)
      let answer = (): void => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/tickets/u/*', async (route) => {
        await held
        await route.fallback()
      })
      const answered = page.waitForResponse('**/api/tickets/u/*')
      await page.getByRole('link', { name: 'Caio Prado' }).click()
      await shows(`linha ${newest()}.`)
      answer()
      await answered
      await page.unroute('**/api/tickets/u/*')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'does not drift while 100 pages are read upwards and back',
    async () => {
      const { open, seen } = thread
      await open(25_000)
      let drift = 0
      for (const way of [-1, 1] as const) {
        for (let at = 0, step = 0; way < 0 ? step === 0 || at > 23_000 : at < 25_000; step++) {
          const { number, moved } = await beyond(way)
          expect(Math.abs(moved)).toBeLessThan(1)
          drift += moved
          at = number
          if (step % 10 === 0) await seen()
        }
      }
      expect(Math.abs(drift)).toBeLessThan(0.5)
    },
    2 * STEP_TIMEOUT_MS,
  )
})
