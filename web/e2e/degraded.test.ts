import {
  ADMIN,
  type ProductProcess,
  removeData,
  startProductProcess,
} from '@guiche/infra/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, WebSocketRoute } from 'playwright-core'
import { accessibility, launchBrowser } from './browser.js'

/** What a browser shows while the server tells that the views do not follow: the frames are put into its socket. */
describe('a browser while an engine is away', () => {
  let product: ProductProcess
  let browser: Browser

  beforeAll(async () => {
    product = await startProductProcess({ env: { SIMULATOR: 'off' } })
    browser = await launchBrowser()
  }, 90_000)
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    if (product !== undefined) await removeData(product.dataDir)
  })

  it('says so, and goes on by itself', async () => {
    const page = await browser.newPage({ locale: 'pt-BR' })
    page.setDefaultTimeout(20_000)
    const ready = new Promise<WebSocketRoute>((resolve) => {
      page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer()
        server.onMessage((frame) => {
          socket.send(frame)
          if (frame.toString().includes('"event":"ready"')) resolve(socket)
        })
      })
    })
    await page.goto(product.url)
    await page.locator('input[type=email]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.locator('button[type=submit]').click()
    await page.locator('a[href="/queues"]').first().click()
    await page.waitForURL(/queues/)
    const socket = await ready
    const stale = (seconds: number): void =>
      socket.send(JSON.stringify({ event: 'stale', data: { seconds } }))

    const banner = page.getByText(/parte do serviço está fora do ar/)
    expect(await banner.count()).toBe(0)
    stale(4)
    await banner.waitFor()
    expect(await accessibility(page)).toEqual([])
    const read = page.waitForRequest((request) => request.url().endsWith('/api/queue'))
    stale(0)
    await banner.waitFor({ state: 'detached' })
    // reads again what may have changed meanwhile
    await read
  }, 60_000)
})
