import type { CDPSession, Page } from 'playwright-core'
import { signIn } from '../../infra/launcher/testing/client.js'
import { ADMIN, removeData, startProductProcess } from '../../infra/launcher/testing/product-process.js'
import { enter, launchBrowser, watchConsole } from './browser.js'
import { serveLongThread } from './long-thread.js'

/** Limits against hanging, and no measures: a slowed browser shares few cores with others. */
export const STEP = 600_000
const WAIT = 180_000
/** Pixels that the wheel turns: two turns at once are still less than what is seen. */
const TURN = 250
/** Nodes of the whole page, and rows, at most. */
const MOST = { nodes: 1500, rows: 240 }

/** What is seen: numbers of the messages from top to bottom. */
export interface Sight {
  readonly numbers: readonly number[]
  readonly nodes: number
  readonly rows: number
}

const look = (page: Page): Promise<Sight> =>
  page.getByRole('log').evaluate((log) => {
    const frame = log.getBoundingClientRect()
    const articles = [...log.querySelectorAll('article')]
    const numbers = articles
      .filter((article) => {
        const { top, bottom } = article.getBoundingClientRect()
        return bottom > frame.top && top < frame.bottom
      })
      .map((article) => Number(/linha (\d+)\./.exec(article.textContent ?? '')?.[1]))
    return { numbers, nodes: document.querySelectorAll('*').length, rows: articles.length }
  })

/** What is wrong with what is seen, alone and after what was seen before. */
const wrong = ({ numbers, nodes, rows }: Sight, before: Sight | null): string[] => {
  const first = numbers[0] ?? 0
  const last = numbers.at(-1) ?? 0
  return [
    ...(numbers.length === 0 ? ['nothing is seen'] : []),
    ...(numbers.every((number, n) => number === first + n) ? [] : ['messages are left out']),
    ...(nodes < MOST.nodes ? [] : [`${nodes} nodes`]),
    ...(rows <= MOST.rows ? [] : [`${rows} rows`]),
    ...(before !== null && first > (before.numbers.at(-1) ?? 0) + 1 ? ['a jump down'] : []),
    ...(before !== null && last < (before.numbers[0] ?? 0) - 1 ? ['a jump up'] : []),
  ]
}

/**
 * Turns the wheel, and waits until that has scrolled, or cannot scroll. Whether it has is remembered: rows that are let
 * go above may take the same way back at once.
 */
const turn = async (page: Page, by: number): Promise<void> => {
  const log = page.getByRole('log')
  await log.evaluate((list, by) => {
    const before = list.scrollTop
    let heard = false
    let moved = false
    list.addEventListener('wheel', () => (heard = true), { once: true, passive: true })
    list.addEventListener('scroll', () => (moved = true), { once: true, passive: true })
    const turned = new Promise<void>((done) => {
      const look = (): void => {
        const room = by < 0 ? list.scrollTop : list.scrollHeight - list.clientHeight - list.scrollTop
        moved ||= list.scrollTop !== before
        if (heard && (moved || room <= 1)) setTimeout(done)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    Object.assign(globalThis, { turned })
  }, by)
  await page.mouse.wheel(0, by)
  await page.evaluate(() => (globalThis as unknown as { turned: Promise<void> }).turned)
}

/** A browser with a conversation of `length` messages. */
export const startLongThread = async (length: number) => {
  const product = await startProductProcess()
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' })
  const { user } = await signIn(product.url, ADMIN.email, ADMIN.password)
  const given = { length, userId: user.id, companyId: user.companyId }
  const { address, newPage, ...conversation } = await serveLongThread(context, given)
  const page = await context.newPage()
  const problems = watchConsole(page)
  page.setDefaultTimeout(WAIT)
  await enter(page, product.url, ADMIN)
  const cdp: CDPSession = await context.newCDPSession(page)

  /** Waits until the text is in the conversation. */
  const shows = (text: string): Promise<unknown> => page.getByRole('log').getByText(text).first().waitFor()
  const point = async (): Promise<void> => {
    const log = await page.getByRole('log').boundingBox()
    await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
  }
  const checked = async (before: Sight | null): Promise<Sight> => {
    const sight = await look(page)
    const faults = wrong(sight, before)
    if (faults.length === 0) return sight
    throw new Error(`${faults}: after ${before?.numbers}, ${sight.numbers}`)
  }
  const visit = async (hash = ''): Promise<void> => {
    await page.goto(`${product.url}/login`)
    newPage()
    await page.goto(product.url + address + hash)
  }
  return {
    ...conversation,
    page,
    problems,
    shows,
    /** Loads the conversation anew. */
    visit,
    /** How many times slower the browser is than the machine. */
    slow: (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate }),
    /** Opens the conversation anew at its end, or at a message, which is to be seen then. */
    open: async (at?: number): Promise<void> => {
      await visit(at === undefined ? '' : `#${at}`)
      await shows(`linha ${at ?? conversation.newest()}.`)
      await point()
    },
    /** Milliseconds from choosing the conversation, not loaded before, until its last message has been painted. */
    opening: async (): Promise<number> => {
      await page.goto(`${product.url}/tickets`)
      await page.getByRole('heading', { name: 'Atendimentos' }).first().waitFor()
      return page.evaluate(
        ([path, last]) =>
          new Promise<number>((done) => {
            const observer = new MutationObserver(() => {
              const log = document.querySelector('[role=log]')
              const article = [...(log?.querySelectorAll('article') ?? [])].at(-1)
              if (log === null || article?.textContent?.includes(last) !== true) return
              if (article.getBoundingClientRect().bottom > log.getBoundingClientRect().bottom) return
              observer.disconnect()
              requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
            })
            observer.observe(document.body, { subtree: true, childList: true })
            const began = performance.now()
            history.pushState({ key: 'opened' }, '', path)
            dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
          }),
        [address, `linha ${conversation.newest()}.`] as const,
      )
    },
    seen: async (): Promise<readonly number[]> => (await checked(null)).numbers,
    /** Turns the wheel upwards (-1) or downwards (1) until what is seen fits. Every view is checked, and joins the last. */
    read: async (way: -1 | 1, fits: (numbers: readonly number[]) => boolean): Promise<readonly number[]> => {
      let sight = await checked(null)
      let since = Date.now()
      while (!fits(sight.numbers)) {
        await turn(page, way * TURN)
        const next = await checked(sight)
        if (next.numbers[0] !== sight.numbers[0]) since = Date.now()
        if (Date.now() - since > WAIT) throw new Error(`it does not go on: ${next.numbers}`)
        sight = next
      }
      return sight.numbers
    },
    /** Waits until what is seen fits. */
    until: async (fits: (numbers: readonly number[]) => boolean): Promise<void> => {
      while (!fits((await checked(null)).numbers))
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    },
    stop: async (): Promise<void> => {
      await browser.close()
      await product.stop()
      await removeData(product.dataDir)
    },
  }
}
export type LongThreadPage = Awaited<ReturnType<typeof startLongThread>>
