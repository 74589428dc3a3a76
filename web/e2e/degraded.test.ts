import {
  ADMIN,
  type ProductProcess,
  removeData,
  startProductProcess,
} from '@guiche/infra/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page, WebSocketRoute } from 'playwright-core'
import { accessibility, launchBrowser } from './browser.js'

const BANNERS = {
  'pt-BR': /parte do serviço está fora do ar/,
  'en-US': /Part of the service is away/,
  'es-ES': /Una parte del servicio no está disponible/,
} as const

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

  /** A signed-in page in a language, and its socket. */
  const open = async (locale: string): Promise<{ page: Page; stale: (seconds: number) => Promise<void> }> => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const sockets: WebSocketRoute[] = []
    await page.routeWebSocket(/\/ws$/, (socket) => {
      socket.connectToServer()
      sockets.push(socket)
    })
    await page.goto(product.url)
    await page.locator('input[type=email]').fill(ADMIN.email)
    await page.locator('input[type=password]').fill(ADMIN.password)
    await page.locator('button[type=submit]').click()
    await page.locator('a[href="/queues"]').first().click()
    await page.waitForURL(/queues/)
    await page.getByRole('heading').first().waitFor()
    const stale = async (seconds: number): Promise<void> => {
      sockets.at(-1)?.send(JSON.stringify({ event: 'stale', data: { seconds } }))
    }
    return { page, stale }
  }

  it.each(Object.entries(BANNERS))(
    'says so in %s, and goes on by itself',
    async (locale, text) => {
      const { page, stale } = await open(locale)
      const banner = page.getByText(text)
      expect(await banner.count()).toBe(0)
      await stale(4)
      await banner.waitFor()
      expect(await accessibility(page)).toEqual([])
      const read = page.waitForRequest((request) => request.url().endsWith('/api/queue'))
      await stale(0)
      await banner.waitFor({ state: 'detached' })
      // reads again what may have changed meanwhile
      await read
      await page.context().close()
    },
    60_000,
  )
})
