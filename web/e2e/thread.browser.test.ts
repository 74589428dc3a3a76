import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Route } from 'playwright-core'
import { gotoAndSettle } from './goto-and-settle.js'
import { type LongThreadPage, STEP_TIMEOUT_MS, startLongThread } from './thread-page.js'

const LENGTH = 50_000
/** Factors by which the browser is slowed down, one after another. */
const SLOWDOWNS = (process.env.SLOWDOWNS ?? '1,3').split(',').map(Number)

/** Whether the whole element is visible in the conversation. */
const isWhole = (selector: string): boolean => {
  const log = document.querySelector('[role=log]')?.getBoundingClientRect()
  const found = [...document.querySelectorAll(`[role=log] ${selector}`)].at(-1)?.getBoundingClientRect()
  return log !== undefined && found !== undefined && found.bottom <= log.bottom && found.top >= log.top
}

const STANDARD = { width: 1280, height: 800 }
/** Larger windows show more messages. */
const LARGE = [
  { width: 1920, height: 1200 },
  { width: 1440, height: 2000 },
]

let thread: LongThreadPage
beforeAll(async () => {
  thread = await startLongThread(LENGTH)
}, STEP_TIMEOUT_MS)
afterAll(() => thread?.stop())

describe('a conversation of 50,000 messages', () => {
  it(
    'is opened from its row by two requests at the press, and a second time by none',
    async () => {
      const { page, address, shows } = thread
      const row = page.locator(`a[href="${address}"]`)
      // The bar of views is a part of its own: a slow machine fetches the bar and its list last.
      const views = page.waitForResponse('**/api/ticket-views/list')
      await gotoAndSettle(page, '/tickets', row)
      await views
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
      })
      const both = ['/api/messages/1', `/api${address.replace('tickets', 'tickets/u')}`]
      const answered = both.map((path) => page.waitForResponse(`**${path}`))
      await row.hover()
      await page.mouse.down()
      await Promise.all(answered)
      await page.mouse.up()
      await shows(`linha ${thread.newest()}.`)
      await page.goBack()
      await page.getByRole('log').waitFor({ state: 'detached' })
      await row.click()
      await shows(`linha ${thread.newest()}.`)
      await page.waitForLoadState('networkidle')
      expect(asked.sort()).toEqual(both)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'renders few nodes, also in larger windows',
    async () => {
      const { page, open, read } = thread
      for (const size of LARGE) {
        await page.setViewportSize(size)
        await open(25_000)
        const [first = 0] = await read(-1, ([first = 25_000]) => first <= 24_900)
        await read(1, (numbers) => (numbers.at(-1) ?? 0) >= first + 150)
      }
      await page.setViewportSize(STANDARD)
    },
    STEP_TIMEOUT_MS,
  )
})

describe.each(SLOWDOWNS)('a conversation of 50,000 messages, in a browser slowed %d times', (rate) => {
  beforeAll(() => thread.slow(rate), STEP_TIMEOUT_MS)

  it(
    'is scrolled up and back with few nodes, and no message is missing',
    async () => {
      const { read, open } = thread
      await open()
      // More messages than are shown at once, and once more than are kept: these are loaded again on the way back.
      await read(-1, ([first = LENGTH]) => first <= LENGTH - (rate === 1 ? 360 : 150))
      await read(1, (numbers) => numbers.includes(LENGTH))
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'opens at a message far back in one request, and goes back to its end',
    async () => {
      const { page, open, seen, read, until, problems } = thread
      const asked: string[] = []
      // other slowdowns had responses refused on purpose
      problems.length = 0
      page.on('request', (request) => {
        if (request.url().includes('/api/messages/')) asked.push(request.url())
      })
      await open(25_000)
      expect(await seen()).toContain(25_000)
      expect(asked.map((url) => new URL(url).search)).toEqual(['?around=25000'])
      // Goes away from the message, and back to it while it is still highlighted.
      await read(-1, (numbers) => !numbers.includes(25_000))
      await page.evaluate(() => {
        history.pushState({ key: 'again' }, '', location.href)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      })
      await until((numbers) => numbers.includes(25_000))
      await page.getByRole('button', { name: 'Ir para o fim' }).click()
      await thread.shows(`linha ${LENGTH}.`)
      expect(await seen()).toContain(LENGTH)
      expect(problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it.each([
    [25_000, 25_100],
    [LENGTH - 60, LENGTH],
  ])(
    'is read on downwards from %d to %d without a jump where the next page comes',
    async (from, to) => {
      await thread.open(from)
      await thread.read(1, (numbers) => (numbers.at(-1) ?? 0) >= to)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'keeps its end visible while the window shrinks, and keeps a place far back',
    async () => {
      const { page, open, seen } = thread
      // the height of a banner
      const small = { width: 1280, height: 750 }
      await open()
      await page.setViewportSize(small)
      await page.waitForFunction((height) => innerHeight === height, small.height)
      await page.waitForFunction(isWhole, 'article')
      expect(await seen()).toContain(LENGTH)
      await page.setViewportSize(STANDARD)
      await page.waitForFunction((height) => innerHeight === height, STANDARD.height)

      await open(25_000)
      const [before] = await seen()
      for (const size of [small, STANDARD]) {
        await page.setViewportSize(size)
        await page.waitForFunction((height) => innerHeight === height, size.height)
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        expect((await seen())[0]).toBe(before)
      }
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'stays at its end while an answer of several lines is written',
    async () => {
      const { page, open, seen } = thread
      await open()
      const composer = page.getByPlaceholder('Mensagem')
      await composer.click()
      const height = await page.getByRole('log').evaluate((log) => log.clientHeight)
      await page.keyboard.type('uma')
      for (const line of ['duas', 'três', 'quatro']) {
        await page.keyboard.press('Shift+Enter')
        await page.keyboard.type(line)
      }
      await page.waitForFunction((height) => {
        const log = document.querySelector('[role=log]')
        return log !== null && log.clientHeight < height
      }, height)
      await page.waitForFunction(isWhole, 'article')
      expect(await seen()).toContain(LENGTH)
      await composer.fill('')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows the reason of an unsent message, and scrolls as its bubble grows',
    async () => {
      const { page, open } = thread
      await open()
      let refuse = (): void => {}
      const asked = new Promise<void>((resolve) => {
        refuse = resolve
      })
      await page.route('**/api/messages/*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await asked
        await route.fulfill({ status: 409, json: { error: 'ERR_TICKET_NOT_OPEN' } })
      })
      const composer = page.getByPlaceholder('Mensagem')
      await composer.fill('não vai')
      await composer.press('Enter')
      await page.locator('[data-outgoing=sending]').waitFor()
      // A banner appears above the conversation.
      await page.setViewportSize({ width: 1280, height: 760 })
      // The message is wholly visible before it grows.
      await page.waitForFunction(isWhole, '[data-outgoing]')
      refuse()
      await page.locator('[data-outgoing=failed]').getByRole('alert').waitFor()
      await page.waitForFunction(isWhole, '[data-outgoing=failed] [role=alert]')
      await page.unroute('**/api/messages/*')
      // The message would otherwise still be there after the next reload.
      await page.getByRole('button', { name: 'Descartar' }).click()
      await page.locator('[data-outgoing]').waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'says that older messages could not be read, reads them when somebody asks, and goes on by itself',
    async () => {
      const { page, open, read } = thread
      await open()
      const refuse = (route: Route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      await page.route(/messages.*cursor=/, refuse)
      await read(-1, ([first = LENGTH]) => first <= LENGTH - 19)
      const again = page.getByRole('log').getByRole('button', { name: 'Tentar de novo' })
      await again.waitFor()
      await page.unroute(/messages.*cursor=/, refuse)
      await again.click()
      await again.waitFor({ state: 'detached' })
      await read(-1, ([first = LENGTH]) => first <= LENGTH - 100)
    },
    STEP_TIMEOUT_MS,
  )
})
