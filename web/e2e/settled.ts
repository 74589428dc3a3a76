import type { Locator, Page, Request, WebSocket } from 'playwright-core'

/**
 * Loads an address and waits until the window asks the server for nothing any more. Playwright's `networkidle` may come
 * before: a slow browser asks for nothing while it prepares scripts, and what has changed meanwhile is read once more when
 * the connection is ready. `last` is what is shown last.
 */
export const gotoAndSettle = async (page: Page, address: string, last: Locator): Promise<void> => {
  const underWay = new Set<Request>()
  let asked = 0
  const began = (request: Request): void => {
    underWay.add(request)
    asked += 1
  }
  const ended = (request: Request): void => void underWay.delete(request)
  let isReady: () => void
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const connected = (line: WebSocket): void =>
    void line.on('framereceived', ({ payload }) => {
      if (payload.includes('"event":"ready"')) isReady()
    })
  page.on('request', began)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  page.on('websocket', connected)
  await page.goto(address)
  await last.waitFor()
  await ready
  for (let before = -1; underWay.size > 0 || asked > before; ) {
    before = asked
    // the page asks for what a frame or an answer leads to before it paints twice
    await page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted))
    })
  }
  page.off('request', began)
  page.off('requestfinished', ended)
  page.off('requestfailed', ended)
  page.off('websocket', connected)
}
