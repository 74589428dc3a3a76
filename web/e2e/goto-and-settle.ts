import type { Locator, Page, Request, WebSocket } from 'playwright-core'

/**
 * Loads an address and waits until the page has no open request.
 * Playwright's `networkidle` comes too early on a slow machine: scripts pause the requests, and some lists are loaded again
 * once the socket is ready.
 * `last`: the element that the page shows last.
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
    // A frame or a response may lead to a new request within two paints.
    await page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted))
    })
  }
  page.off('request', began)
  page.off('requestfinished', ended)
  page.off('requestfailed', ended)
  page.off('websocket', connected)
}
