import type { CDPSession, Page } from 'playwright-core'
import { signIn } from '../../launcher/testing/client.js'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { signInByForm } from './browser.js'
import { startPlace } from './desk.js'
import { serveLongThread } from './long-thread.js'

/** Limits against hanging, not measurements: a slowed browser shares few cores with other processes. */
export const STEP_TIMEOUT_MS = 120_000
const WAIT = 60_000
/** Pixels of one turn of the wheel. Two turns are less than the height of the conversation. */
const TURN = 250
/** Maximum of nodes of the page, and of rows. */
const MOST = { nodes: 1500, rows: 240 }

/** The visible messages, by their numbers from top to bottom. */
export interface Sight {
  readonly numbers: readonly number[]
  readonly nodes: number
  readonly rows: number
  /** number of wheel events on this page */
  readonly turns: number
}

/** Counts wheel events in the page. */
const countTurns = (): void => {
  Object.assign(globalThis, { turns: 0 })
  addEventListener('wheel', () => Object.assign(globalThis, { turns: turns + 1 }), { passive: true })
}
declare let turns: number

/**
 * Reads the visible messages, after `heard` wheel events and two more frames. By then the last turn has scrolled.
 * A turn is lost if the browser has not painted new rows yet. `read` then turns the wheel again, like a person.
 * Everything is one call, because a slowed browser needs long for each call.
 */
const readSight = (page: Page, heard: number): Promise<Sight> =>
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

/** Problems of the visible messages, also compared with the messages visible before. */
const sightFaults = ({ numbers, nodes, rows }: Sight, before: Sight | null): string[] => {
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
  await signInByForm(page, ADMIN)
  const cdp: CDPSession = await context.newCDPSession(page)

  /** Waits until the conversation shows the text. */
  const shows = (text: string): Promise<unknown> => page.getByRole('log').getByText(text).first().waitFor()
  const point = async (): Promise<void> => {
    const log = await page.getByRole('log').boundingBox()
    await page.mouse.move((log?.x ?? 0) + 200, (log?.y ?? 0) + 200)
  }
  const checked = async (before: Sight | null): Promise<Sight> => {
    const sight = await readSight(page, before === null ? 0 : before.turns + 1)
    const faults = sightFaults(sight, before)
    if (faults.length === 0) return sight
    throw new Error(`${faults}: after ${before?.numbers}, ${sight.numbers}`)
  }
  const visit = async (hash = ''): Promise<void> => {
    // A browser does not reload an address if only its hash changes.
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
    /** Slows the browser down by this factor. */
    slow: (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate }),
    /** Reloads the conversation at its end, or at message `at`, and waits until that message is visible. */
    open: async (at?: number): Promise<void> => {
      await visit(at === undefined ? '' : `#${at}`)
      await shows(`linha ${at ?? conversation.newest()}.`)
      await point()
    },
    /** Milliseconds from the press on the conversation's row, in an idle page, until its last message has been painted. */
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
