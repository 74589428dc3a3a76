import type { Page, Request, WebSocket } from 'playwright-core'

/**
 * Loads an address and waits until the window asks the server for nothing any more. What has changed while it was loading
 * it reads once more when its connection is ready, which may be later than Playwright's `networkidle`.
 */
export const gotoAndSettle = async (page: Page, address: string): Promise<void> => {
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
