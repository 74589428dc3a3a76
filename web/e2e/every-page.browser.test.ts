import { readdir, readFile } from 'node:fs/promises'
import { EMBEDDED_PAGES } from '@guiche/contracts/settings/settings.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { recordsWithoutPage } from '../src/shell/records-without-page.js'
import { checkAccessibility, keepPicture, signInByForm } from './browser.js'
import { addWorkingData, type BusyCompany, fillCompany } from './busy-company.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

/** Widths of a desktop, a small laptop and a phone. Rules that do not depend on colours are checked in the light theme only. */
const WIDTHS = [1440, 1024, 390] as const
const SCHEMES = [['light'], ['dark', 'colours']] as const
const HEIGHT = 844
/** The content of embedded pages. */
const FOREIGN = 'https://pages.test/'

/** Pages before the sign-in: the router declares their paths. */
const ENTRANCES = [
  ...(await readFile(new URL('../src/app/routes.tsx', import.meta.url), 'utf8')).matchAll(
    /path="(\/[^"]+)"/g,
  ),
].map(([, path]) => path as string)
const FEATURES = new URL('../src/features/', import.meta.url)
/** A feature has one page, or the one beside the embedded pages. */
const OF_FEATURES = (await readdir(FEATURES, { recursive: true })).filter((file) =>
  /^[^/]+\/page\.tsx$/.test(file),
)
/** The menu also leads to the simulator. */
const PAGES =
  OF_FEATURES.length +
  recordsWithoutPage(OF_FEATURES.map((file) => ({ label: `${file.split('/')[0]}:title` }))).length +
  EMBEDDED_PAGES.length +
  1

describe('every page, in both schemes and three widths', () => {
  let place: Place
  let page: Page
  let company: BusyCompany
  /** problems by the place where they were found; reported together at the end */
  let faults: Record<string, string[]>

  beforeAll(async () => {
    place = await startPlace({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    page = await place.open({ colorScheme: 'light' })
    await page.route(`${FOREIGN}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' }),
    )
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    company?.close()
    await place?.stop()
  })

  /** Resolves when the page is complete: it has a title, loads nothing, and has painted two frames. */
  const settled = async (): Promise<void> => {
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForFunction(
      () => document.querySelector('[aria-busy="true"], [class*="skeleton" i], .ant-spin-spinning') === null,
    )
    await page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise((painted) => requestAnimationFrame(painted))
    })
  }

  const found = (fault: string, at: string): void => {
    faults[fault] = [...(faults[fault] ?? []), at]
  }
  /** Checks the page, or these parts of it. Then restores the wide window and the light theme. */
  const look = async (name: string, parts?: readonly string[]): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const [colorScheme, rules] of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settled()
        await keepPicture(page, `every-${name.replace(/\W+/g, '-')}-${colorScheme}-${width}`)
        for (const { rule, where } of await checkAccessibility(page, parts, rules))
          found(`${rule} ${where.join(' ')}`, `${name} ${colorScheme} ${width}`)
      }
      const wider = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} by ${scrollWidth - clientWidth} px`),
      )
      if (wider.length > 0) found(`wider than its place: ${wider.join(', ')}`, `${name} ${width}`)
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT })
  }

  it(
    'before the sign-in',
    async () => {
      faults = {}
      const seen = new Set<string>()
      const visit = async (path: string): Promise<void> => {
        await page.goto(path, { waitUntil: 'networkidle' })
        const { pathname } = new URL(page.url())
        if (seen.has(pathname)) return
        seen.add(pathname)
        await look(pathname)
      }
      // The product is not set up yet.
      await visit('/')
      const setUp = await page.request.post('/api/setup', {
        data: { companyName: 'Padaria Aurora', name: 'Dora Lima', ...ADMIN },
      })
      expect(setUp.status()).toBe(200)
      await page.context().clearCookies()
      company = await fillCompany(place.url)
      await addWorkingData(company)
      const { admin } = company
      await admin.put('/settings/allowregister', { value: 'enabled' })
      await admin.put('/settings/viewregister', { value: 'enabled' })
      for (const path of ENTRANCES) await visit(path)
      expect(ENTRANCES.filter((path) => !seen.has(path))).toEqual([])
      expect(faults).toEqual({})
    },
    2 * STEP_TIMEOUT_MS,
  )

  it(
    'behind the sign-in, with all tabs',
    async () => {
      faults = {}
      const { admin } = company
      for (const key of EMBEDDED_PAGES) await admin.put(`/settings/${key}`, { value: FOREIGN })
      await admin.put('/settings/scheduleType', { value: 'company' })
      // The menu of a super user has every declared page.
      await signInByForm(page, ADMIN)
      const menu = page.getByRole('complementary', { name: 'Menu principal' }).locator('nav a[href^="/"]')
      await menu.nth(PAGES - 1).waitFor()
      const paths = await menu.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') as string),
      )
      for (const path of paths.filter((path) => path !== '/simulator')) {
        const before = page.locator('main h1').first()
        const left = path === paths[0] ? null : await before.elementHandle()
        await menu.and(page.locator(`[href="${path}"]`)).click()
        await left?.waitForElementState('hidden')
        await settled()
        // Elements around every page are checked only once.
        await look(path, left === null ? undefined : ['main'])
        const tabs = await page
          .locator('main')
          .getByRole('tab', { selected: false })
          .evaluateAll((all) => all.map(({ id }) => id))
        for (const id of tabs) {
          await page.locator(`[id="${id}"]`).click()
          await settled()
          await look(`${path} ${id.replace(/^.*-tab-/, '')}`, ['main'])
        }
      }
      expect(paths.length).toBe(PAGES)
      await page.goto(`/tickets/${company.conversation}`, { waitUntil: 'networkidle' })
      await page.getByRole('log').waitFor()
      await look('a conversation', ['main'])
      expect(faults).toEqual({})
    },
    2 * STEP_TIMEOUT_MS,
  )
})
