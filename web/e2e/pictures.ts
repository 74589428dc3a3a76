import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import type { Page } from 'playwright-core'
import { checkAccessibility, signInByForm } from './browser.js'
import { addWorkingData, fillCompany } from './busy-company.js'
import { type Place, startPlace } from './desk.js'

/**
 * `npm run pictures [-- part of a name …]`: saves every page of a busy company in both themes and three widths.
 * The pictures are under artifacts/pictures, for people to look at.
 * Prints the violations of axe, elements wider than the window, and errors of the console.
 */
const FOLDER = fileURLToPath(new URL('../../artifacts/pictures', import.meta.url))
const WIDTHS = [360, 768, 1440]
const THEMES = ['light', 'dark'] as const
const asked = process.argv.slice(2)

/** pages without a sign-in */
const OUTSIDE = ['/login']
const nameOf = (path: string): string => path.slice(1).replaceAll('/', '-') || 'dashboard'

/** Problems of the current page, one line each. */
const faultsOf = async (page: Page): Promise<string[]> => {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const violations = await checkAccessibility(page)
  return [
    ...violations.map(({ rule, where }) => `${rule}: ${where[0]}`),
    ...(wider > 0 ? [`${wider} px wider than the window`] : []),
  ]
}

/** Waits until the page has loaded its data. */
const waitForData = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      document.querySelector('main, form') !== null &&
      document.querySelector('[aria-busy="true"], [class*="skeleton" i]') === null,
  )
}

const takePicture = async (page: Page, name: string): Promise<void> => {
  await waitForData(page)
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
  for (const fault of await faultsOf(page)) console.log(`${name}: ${fault}`)
}

const takePictures = async (place: Place, conversation: string): Promise<void> => {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      const page = await place.open({
        viewport: { width, height: width < 600 ? 760 : 900 },
        hasTouch: width < 600,
        colorScheme: theme,
      })
      const wanted = (name: string) => asked.length === 0 || asked.some((part) => name.includes(part))
      for (const path of OUTSIDE) {
        await page.goto(path)
        if (wanted(nameOf(path))) await takePicture(page, `${nameOf(path)}-${theme}-${width}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await signInByForm(page, ADMIN)
      const menu = await page
        .locator('nav a[href^="/"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '/'))
      await page.setViewportSize({ width, height: width < 600 ? 760 : 900 })
      for (const path of [...new Set(menu), `/tickets/${conversation}`]) {
        const name = path.endsWith(conversation) ? 'conversation' : nameOf(path)
        if (!wanted(name)) continue
        await page.goto(path)
        await takePicture(page, `${name}-${theme}-${width}`)
      }
      for (const problem of place.problems.splice(0)) console.log(`${theme} ${width}: ${problem}`)
      await page.context().close()
    }
  }
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const place = await startPlace()
try {
  const company = await fillCompany(place.url)
  await addWorkingData(company)
  await takePictures(place, company.conversation)
  company.close()
} finally {
  await place.stop()
}
