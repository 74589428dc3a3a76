import type { CDPSession, Page } from 'playwright-core'
import { signIn } from '../../launcher/testing/client.js'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { enter } from './browser.js'
import { startPlace } from './desk.js'
import { serveLongThread } from './long-thread.js'

/** Limits against hanging, and no measures: a slowed browser shares few cores with others. */
export const STEP = 120_000
const WAIT = 60_000
/** Pixels of one turn of the wheel: two turns are still less than the height of the conversation. */
const TURN = 250
/** Maximum of nodes of the whole page, and of rows. */
const MOST = { nodes: 1500, rows: 240 }

/** Numbers of the visible messages, from top to bottom. */
export interface Sight {
  readonly numbers: readonly number[]
  readonly nodes: number
  readonly rows: number
  /** how often the wheel was turned on this page */
  readonly turns: number
}

/** Counts in the page how often the wheel is turned. */
const countTurns = (): void => {
  Object.assign(globalThis, { turns: 0 })
  addEventListener('wheel', () => Object.assign(globalThis, { turns: turns + 1 }), { passive: true })
}
declare let turns: number

/**
 * Reads the visible messages, after `heard` turns of the wheel and two more frames: by then the last turn has scrolled.
 * A turn is lost if the browser has not painted new rows yet; `read` then turns the wheel again, as a reader does. One
 * call does everything, because a slowed browser takes long for each call.
 */
const look = (page: Page, heard: number): Promise<Sight> =>
  page.evaluate(async (heard) => {
    const painted = () => new Promise((done) => requestAnimationFrame(done))
    const list = () => document.querySelector('[role=log]')
    while (turns < heard || list() === null) await painted()
    for (const _ of [1, 2]) await painted()
    const log = list()
    const frame = log?.getBoundingClientRect() ?? new DOMRect()
    const articles = [...(log?.querySelectorAll('article') ?? [])]
    const numbers = articles
      .filter((article) => {
        const { top, bottom } = article.getBoundingClientRect()
        return bottom > frame.top && top < frame.bottom
      })
      .map((article) => Number(/linha (\d+)\./.exec(article.textContent ?? '')?.[1]))
    return { numbers, nodes: document.querySelectorAll('*').length, rows: articles.length, turns }
  }, heard)

/** Faults of the visible messages, also compared with the messages visible before. */
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

/** A browser with a conversation of `length` messages. */
export const startLongThread = async (length: number) => {
  const { url, problems, open: openPage, stop } = await startPlace()
  const page = await openPage({ viewport: { width: 1280, height: 800 } })
  const context = page.context()
  const { user } = await signIn(url, ADMIN.email, ADMIN.password)
  const given = { length, userId: user.id, companyId: user.companyId }
  const { address, newPage, ...conversation } = await serveLongThread(context, given)
  await context.addInitScript(countTurns)
  page.setDefaultTimeout(WAIT)
  await enter(page, ADMIN)
  const cdp: CDPSession = await context.newCDPSession(page)

  /** Waits until the text is in the conversation. */
  const shows = (text: string): Promise<unknown> => page.getByRole('log').getByText(text).first().waitFor()
  const point = async (): Promise<void> => {
    const log = await page.getByRole('log').boundingBox()
    await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
  }
  const checked = async (before: Sight | null): Promise<Sight> => {
    const sight = await look(page, before === null ? 0 : before.turns + 1)
    const faults = wrong(sight, before)
    if (faults.length === 0) return sight
    throw new Error(`${faults}: after ${before?.numbers}, ${sight.numbers}`)
  }
  const visit = async (hash = ''): Promise<void> => {
    // a browser does not reload an address of which only the hash changes
    await page.goto('about:blank')
    newPage()
    await page.goto(address + hash)
  }
  return {
    ...conversation,
    page,
    address,
    problems,
    shows,
    /** Reloads the conversation. */
    visit,
    /** How many times slower the browser is than the machine. */
    slow: (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate }),
    /** Reloads the conversation at its end, or at message `at`, and waits until that message is visible. */
    open: async (at?: number): Promise<void> => {
      await visit(at === undefined ? '' : `#${at}`)
      await shows(`linha ${at ?? conversation.newest()}.`)
      await point()
    },
    /** Milliseconds from the press on the conversation's row, in a page at rest, until its last message has been painted. */
    opening: async (): Promise<number> => {
      await page.goto('/tickets')
      const row = page.locator(`a[href="${address}"]`)
      await row.waitFor()
      await page.evaluate((last) => {
        const opened = new Promise<number>((done) => {
          const observer = new MutationObserver(() => {
            const log = document.querySelector('[role=log]')
            const article = [...(log?.querySelectorAll('article') ?? [])].at(-1)
            if (log === null || article?.textContent?.includes(last) !== true) return
            if (article.getBoundingClientRect().bottom > log.getBoundingClientRect().bottom) return
            observer.disconnect()
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
          })
          observer.observe(document.body, { subtree: true, childList: true })
        })
        let began = 0
        addEventListener('mousedown', ({ timeStamp }) => (began = timeStamp), { capture: true, once: true })
        Object.assign(globalThis, { opened })
        return new Promise((rests) => requestIdleCallback(rests))
      }, `linha ${conversation.newest()}.`)
      await row.click()
      return page.evaluate(() => (globalThis as unknown as { opened: Promise<number> }).opened)
    },
    seen: async (): Promise<readonly number[]> => (await checked(null)).numbers,
    /** Turns the wheel upwards (-1) or downwards (1) until the visible messages match. Checks them after each turn. */
    read: async (way: -1 | 1, fits: (numbers: readonly number[]) => boolean): Promise<readonly number[]> => {
      let sight = await checked(null)
      let since = Date.now()
      while (!fits(sight.numbers)) {
        await page.mouse.wheel(0, way * TURN)
        const next = await checked(sight)
        if (next.numbers[0] !== sight.numbers[0]) since = Date.now()
        if (Date.now() - since > WAIT) throw new Error(`it does not go on: ${next.numbers}`)
        sight = next
      }
      return sight.numbers
    },
    /** Waits until the visible messages match. */
    until: async (fits: (numbers: readonly number[]) => boolean): Promise<void> => {
      while (!fits((await checked(null)).numbers));
    },
    stop,
  }
}
export type LongThreadPage = Awaited<ReturnType<typeof startLongThread>>
