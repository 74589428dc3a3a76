import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { WebSocketRoute } from 'playwright-core'
import { checkAccessibility, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

/** The app while the server reports that its views lag. The test sends the frames through the page's socket. */
describe('a browser while an engine is away', () => {
  let place: Place

  beforeAll(async () => {
    place = await startPlace({ SIMULATOR: 'off' })
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  it(
    'says so, and goes on by itself',
    async () => {
      const page = await place.open()
      const ready = new Promise<WebSocketRoute>((resolve) => {
        page.routeWebSocket(/\/ws$/, (socket) => {
          const server = socket.connectToServer()
          server.onMessage((frame) => {
            socket.send(frame)
            if (frame.toString().includes('"event":"ready"')) resolve(socket)
          })
        })
      })
      await signInByForm(page, ADMIN)
      await page.locator('a[href="/queues"]').first().click()
      await page.waitForURL(/queues/)
      const socket = await ready
      const stale = (seconds: number): void =>
        socket.send(JSON.stringify({ event: 'stale', data: { seconds } }))

      const banner = page.getByText(/parte do serviço está fora do ar/i)
      expect(await banner.count()).toBe(0)
      stale(4)
      await banner.waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      const read = page.waitForRequest((request) => request.url().endsWith('/api/queue'))
      stale(0)
      await banner.waitFor({ state: 'detached' })
      // The page reads data again that may have changed meanwhile.
      await read
    },
    STEP_TIMEOUT_MS,
  )
})
