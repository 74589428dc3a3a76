import { launchBrowser, signInByForm } from './browser.js'

/** Limit against hanging, in milliseconds; not a measurement. */
const WAIT = 60_000
/** The shortest interaction that a browser reports, in milliseconds. */
const SHORTEST = 16

/** Things that must be visible at the end of a measurement. */
type VisibleThing =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'bubbles' | 'rows'; readonly before: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
type Times = number[]
interface Row {
  readonly id: string
  readonly name: string
  readonly x: number
  readonly y: number
}
declare global {
  var measured: Promise<Times>
  var interactions: Times
}

/** Records the duration of every interaction, from the press to the next paint. */
const keepInteractions = (shortest: number): void => {
  globalThis.interactions = []
  const keep = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) interactions.push(entry.duration)
  })
  keep.observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit)
}

/**
 * Measures from the next press until each item of `all` has been painted. Resolves as soon as the page is idle and can be
 * pressed.
 */
const watchChanges = (all: readonly VisibleThing[]): Promise<void> => {
  const ids = (selector: string, name: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((one) => one.closest('[style*="display: none"]') === null)
      .map(({ dataset }) => dataset[name] ?? '')
  const isSeen = (seen: VisibleThing): boolean => {
    if (seen.kind === 'header')
      return [...document.querySelectorAll('header button > span')].some(
        ({ textContent }) => textContent === seen.name,
      )
    if (seen.kind === 'text')
      return [...document.querySelectorAll('[role=log] article')].some(({ textContent }) =>
        textContent?.includes(seen.text),
      )
    const now =
      seen.kind === 'rows' ? ids('[data-ticket-id]', 'ticketId') : ids('[role=log] article', 'messageId')
    return now.length > 0 && !now.some((id) => seen.before.includes(id))
  }
  let began = 0
  for (const press of ['mousedown', 'keydown'])
    addEventListener(press, ({ timeStamp }) => (began ||= timeStamp), { capture: true, once: true })
  const painted = (seen: VisibleThing) =>
    new Promise<number>((done) => {
      const look = (): void => {
        if (began === 0 || !isSeen(seen)) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    })
  globalThis.measured = Promise.all(all.map(painted))
  return new Promise((rests) => requestIdleCallback(() => rests()))
}

/** Ids of the visible rows or bubbles. */
const idsOf = (kind: 'rows' | 'bubbles'): string[] =>
  [...document.querySelectorAll<HTMLElement>(kind === 'rows' ? '[data-ticket-id]' : '[role=log] article')]
    .filter((one) => one.closest('[style*="display: none"]') === null)
    .map(({ dataset }) => (kind === 'rows' ? dataset.ticketId : dataset.messageId) ?? '')

/** A visible row whose ticket was not visited before. */
const rowAmong = (visited: readonly string[]): Row | null => {
  for (const row of document.querySelectorAll<HTMLElement>('[data-ticket-id]')) {
    const link = row.querySelector('a')
    const id = row.dataset.ticketId ?? ''
    if (link === null || visited.includes(id)) continue
    const { left, width, top, height } = link.getBoundingClientRect()
    const [x, y] = [left + width / 3, top + height / 2]
    const name = link.querySelector('[title]')?.textContent ?? ''
    if (row.contains(document.elementFromPoint(x, y))) return { id, name, x, y }
  }
  return null
}

/** An agent's inbox in a desktop browser, for measurements. All times are milliseconds from the press to the paint. */
export const startInbox = async (url: string, who: { readonly email: string; readonly password: string }) => {
  const browser = await launchBrowser()
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT)
  // The runner of the benchmarks compiles names of functions into calls of `__name`, which a page lacks.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(keepInteractions, SHORTEST)
  await signInByForm(page, who)
  await page.goto('/tickets')
  await page.locator('[data-ticket-id]').first().waitFor()
  const cdp = await context.newCDPSession(page)

  const rest = () => page.evaluate(() => new Promise((rests) => requestIdleCallback(rests)))
  const measured = async (seen: readonly VisibleThing[], press: () => Promise<unknown>): Promise<Times> => {
    await page.evaluate(watchChanges, seen)
    await press()
    return page.evaluate(() => globalThis.measured)
  }
  const visited: string[] = []
  const openRow = async ({ name, x, y }: Row): Promise<Times> => {
    await page.mouse.move(x, y)
    await rest()
    const before = await page.evaluate(idsOf, 'bubbles' as const)
    return measured(
      [
        { kind: 'header', name },
        { kind: 'bubbles', before },
      ],
      () => page.mouse.click(x, y),
    )
  }
  const nextRow = async (): Promise<Row> => {
    for (;;) {
      const row = await page.evaluate(rowAmong, visited)
      if (row !== null) return row
      // Moves to a place on the screen, because a locator would first scroll its row into view.
      const shown = await page.evaluate(rowAmong, [])
      if (shown !== null) await page.mouse.move(shown.x, shown.y)
      await page.mouse.wheel(0, 400)
      await page.waitForFunction((visited) => {
        const ids = [...document.querySelectorAll<HTMLElement>('[data-ticket-id]')].map(
          ({ dataset }) => dataset.ticketId ?? '',
        )
        return ids.some((id) => !visited.includes(id))
      }, visited)
      await rest()
    }
  }
  const last: Row[] = []
  return {
    /** Slows the browser down by this factor. */
    slow: (rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate }),
    /** Opens a ticket that was not opened before. Gives the times of its header and of its messages. */
    open: async (): Promise<{ readonly header: number; readonly bubbles: number; readonly id: string }> => {
      const row = await nextRow()
      visited.push(row.id)
      const [header = Number.NaN, bubbles = Number.NaN] = await openRow(row)
      last.push(row)
      return { header, bubbles, id: row.id }
    },
    /** Goes back to the ticket opened before the current one, if its row is still visible. */
    again: async (): Promise<number> => {
      const [one, other] = last.slice(-2)
      if (one === undefined || other === undefined) throw new Error('two tickets are to be opened first')
      last.splice(-2, 2, other, one)
      const rows = await page.evaluate(
        rowAmong,
        visited.filter((id) => id !== one.id),
      )
      if (rows === null) throw new Error('its row is not in sight')
      return (await openRow(rows))[1] ?? Number.NaN
    },
    /** Opens another list of the inbox that is already loaded. */
    tab: async (name: string): Promise<number> => {
      const before = await page.evaluate(idsOf, 'rows' as const)
      const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
      await tab.hover()
      await rest()
      const [time = Number.NaN] = await measured([{ kind: 'rows', before }], () => tab.click())
      return time
    },
    /** Sends a text. Measures from Enter until its bubble is visible. */
    send: async (text: string): Promise<number> => {
      await page.getByPlaceholder('Mensagem').fill(text)
      await rest()
      const [time = Number.NaN] = await measured([{ kind: 'text', text }], () => page.keyboard.press('Enter'))
      return time
    },
    /** Sends the queries of a conversation directly and ignores the answers. */
    raw: (id: string, token: string): Promise<number> =>
      page.evaluate(
        async ({ id, token }) => {
          const began = performance.now()
          const headers = { authorization: `Bearer ${token}` }
          const ask = async (path: string) => (await fetch(`/api${path}`, { headers })).json()
          await Promise.all([ask(`/messages/${id}`), ask(`/tickets/${id}`)])
          return performance.now() - began
        },
        { id, token },
      ),
    /** Durations of all interactions since the last call, as the browser reports them: at least 16 ms each. */
    interactions: (): Promise<Times> => page.evaluate(() => interactions.splice(0)),
    stop: () => browser.close(),
  }
}
export type MeasuredInbox = Awaited<ReturnType<typeof startInbox>>
