import { signIn } from '@guiche/infra/launcher/testing/client.js'
import {
  ADMIN,
  type ProductProcess,
  removeData,
  startProductProcess,
} from '@guiche/infra/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page, Route } from 'playwright-core'
import { enter, launchBrowser, watchConsole } from './browser.js'
import { serveLongThread } from './long-thread.js'

const LENGTH = 50_000
/** Nodes of the whole page at most. */
const NODES = 1500
const STEP = 120_000

/** Numbers of the messages that can be seen, top to bottom. */
const seen = (page: Page): Promise<number[]> =>
  page.getByRole('log').evaluate((log) => {
    const frame = log.getBoundingClientRect()
    return [...log.querySelectorAll('article')]
      .filter((article) => {
        const { top, bottom } = article.getBoundingClientRect()
        return bottom > frame.top && top < frame.bottom
      })
      .map((article) => Number(/linha (\d+)\./.exec(article.textContent ?? '')?.[1]))
  })

/** The same once there is any: where many share few cores a frame may pass before rows are drawn. */
const drawn = async (page: Page): Promise<number[]> => {
  for (;;) {
    const numbers = await seen(page)
    if (numbers.length > 0) return numbers
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
}

const nodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length)

describe('a conversation of 50,000 messages', () => {
  let product: ProductProcess
  let browser: Browser
  let page: Page
  let address: string
  let problems: string[]

  /** Turns the wheel until what is seen fits; gives the most nodes that the page had meanwhile. */
  const wheel = async (by: number, fits: (numbers: number[]) => boolean): Promise<number> => {
    let most = 0
    for (let turn = 0; turn < 400; turn++) {
      if (fits(await seen(page))) return most
      await page.mouse.wheel(0, by)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      most = Math.max(most, await nodes(page))
    }
    const top = await page.getByRole('log').evaluate((log) => `${log.scrollTop} of ${log.scrollHeight}`)
    throw new Error(`not reached; seen: ${await seen(page)}, at ${top}`)
  }
  /** Waits until what is seen fits. */
  const shows = (fits: string): Promise<unknown> => page.getByRole('log').getByText(fits).first().waitFor()

  beforeAll(async () => {
    product = await startProductProcess()
    browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' })
    const { user } = await signIn(product.url, ADMIN.email, ADMIN.password)
    address =
      product.url +
      (await serveLongThread(context, { length: LENGTH, userId: user.id, companyId: user.companyId }))
    page = await context.newPage()
    problems = watchConsole(page)
    page.setDefaultTimeout(20_000)
    await enter(page, product.url, ADMIN)
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })

  it(
    'is read upwards and back with a page of few nodes, and no message is left out',
    async () => {
      await page.goto(address)
      await shows(`linha ${LENGTH}.`)
      const log = await page.getByRole('log').boundingBox()
      await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
      // more than is held at once: what was read first is let go, and fetched again on the way back
      const up = await wheel(-2500, (numbers) => (numbers[0] ?? LENGTH) <= LENGTH - 360)
      const numbers = await seen(page)
      expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n))
      const down = await wheel(2500, (seen) => seen.includes(LENGTH))
      expect(Math.max(up, down)).toBeLessThan(NODES)
    },
    STEP,
  )

  it(
    'opens at a message far back in one request, and goes back to its end',
    async () => {
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/messages/')) asked.push(request.url())
      })
      await page.goto(`${product.url}/login`)
      await page.goto(`${address}#25000`)
      await shows('linha 25000.')
      expect(await seen(page)).toContain(25_000)
      expect(asked.map((url) => new URL(url).search)).toEqual(['?around=25000'])
      // away from it, and to the same one again while it is still marked
      const log = await page.getByRole('log').boundingBox()
      await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
      await wheel(-500, (numbers) => !numbers.includes(25_000))
      await page.evaluate(() => {
        history.pushState({ key: 'again' }, '', location.href)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      })
      await wheel(0, (numbers) => numbers.includes(25_000))
      await page.getByRole('button', { name: 'Ir para o fim' }).click()
      await shows(`linha ${LENGTH}.`)
      expect(await nodes(page)).toBeLessThan(NODES)
      expect(problems).toEqual([])
    },
    STEP,
  )

  it.each([
    [25_000, 25_100],
    [LENGTH - 60, LENGTH],
  ])(
    'is read on downwards from %d to %d without a jump where the next page comes',
    async (from, to) => {
      await page.goto(`${product.url}/login`)
      await page.goto(`${address}#${from}`)
      await shows(`linha ${from}.`)
      await page.waitForFunction(() => document.querySelectorAll('[role=log] article').length > 5)
      const log = await page.getByRole('log').boundingBox()
      await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
      let view = await seen(page)
      while ((view.at(-1) ?? 0) < to) {
        await page.mouse.wheel(0, 200)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
        const next = await drawn(page)
        expect(next[0]).toBeLessThanOrEqual((view.at(-1) ?? 0) + 1)
        view = next
      }
    },
    STEP,
  )

  it(
    'keeps its end in sight while it gets smaller, and a place far back where it is',
    async () => {
      const large = { width: 1280, height: 800 }
      // as much as a banner takes: the list itself looks after larger changes only
      const small = { width: 1280, height: 750 }
      await page.goto(`${product.url}/login`)
      await page.goto(address)
      await shows(`linha ${LENGTH}.`)
      await page.setViewportSize(small)
      await page.waitForFunction((text) => {
        const log = document.querySelector('[role=log]')
        const last = [...(log?.querySelectorAll('article') ?? [])].at(-1)
        if (log === null || last?.textContent?.includes(text) !== true) return false
        return last.getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom
      }, `linha ${LENGTH}.`)
      await page.setViewportSize(large)

      await page.goto(`${product.url}/login`)
      await page.goto(`${address}#25000`)
      await shows('linha 25000.')
      const [before] = await seen(page)
      await page.setViewportSize(small)
      await page.waitForFunction((height) => innerHeight === height, small.height)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      expect((await seen(page))[0]).toBe(before)
      await page.setViewportSize(large)
    },
    STEP,
  )

  it(
    'shows why a message was not sent: the line that its bubble grows by, too',
    async () => {
      await page.goto(`${product.url}/login`)
      await page.goto(address)
      await shows(`linha ${LENGTH}.`)
      let refuse = (): void => {}
      const asked = new Promise<void>((resolve) => {
        refuse = resolve
      })
      await page.route('**/api/messages/*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await asked
        await route.fulfill({ status: 503, json: { error: 'ERR_UNAVAILABLE' } })
      })
      const composer = page.getByPlaceholder('Mensagem')
      await composer.fill('não vai')
      await composer.press('Enter')
      const sending = page.locator('[data-outgoing=sending]')
      await sending.waitFor()
      // a banner comes before it
      await page.setViewportSize({ width: 1280, height: 760 })
      // shown whole before it grows
      await page.waitForFunction(() => {
        const log = document.querySelector('[role=log]')?.getBoundingClientRect()
        const bubble = document.querySelector('[data-outgoing]')?.getBoundingClientRect()
        return log !== undefined && bubble !== undefined && bubble.bottom <= log.bottom
      })
      refuse()
      await page.locator('[data-outgoing=failed]').getByRole('alert').waitFor()
      await page.waitForFunction(() => {
        const log = document.querySelector('[role=log]')?.getBoundingClientRect()
        const why = document.querySelector('[data-outgoing=failed] [role=alert]')?.getBoundingClientRect()
        return log !== undefined && why !== undefined && why.bottom <= log.bottom
      })
      await page.unroute('**/api/messages/*')
    },
    STEP,
  )

  it(
    'says that older messages could not be read, and reads them when somebody asks',
    async () => {
      await page.goto(`${product.url}/login`)
      await page.goto(address)
      await shows(`linha ${LENGTH}.`)
      const refuse = (route: Route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      await page.route(/messages.*cursor=/, refuse)
      const log = await page.getByRole('log').boundingBox()
      await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
      await page.mouse.wheel(0, -2500)
      const again = page.getByRole('log').getByRole('button', { name: 'Tentar de novo' })
      await again.waitFor()
      await page.unroute(/messages.*cursor=/, refuse)
      await again.click()
      await again.waitFor({ state: 'detached' })
      await wheel(-500, ([first = LENGTH]) => first <= LENGTH - 30)
    },
    STEP,
  )
})
