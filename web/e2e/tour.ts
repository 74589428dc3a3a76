import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import type { Page } from 'playwright-core'
import { signInByForm } from './browser.js'
import { addWorkingData, fillCompany } from './busy-company.js'
import { startPlace } from './desk.js'

/** `npm run tour`: renews the pictures of docs/tour.md and README.md from the company of `npm run demo`. */
const FOLDER = fileURLToPath(new URL('../../docs', import.meta.url))
const VIEWPORT = { width: 1320, height: 740 }
/** Maximum bytes of a picture, to keep the repository small. */
const LARGEST = 120_000

const waitForData = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () =>
      document.querySelector('main') !== null &&
      document.querySelector('[aria-busy="true"], [class*="skeleton" i]') === null,
  )
}

const place = await startPlace()
try {
  const company = await fillCompany(place.url)
  await addWorkingData(company)
  const page = await place.open({ viewport: VIEWPORT })
  await signInByForm(page, ADMIN)
  await page.evaluate(() => localStorage.setItem('guiche.language', 'en'))
  const pictures = {
    inbox: `/tickets/${company.conversation}`,
    'tour-dashboard': '/',
    'tour-kanban': '/kanban',
    'tour-connections': '/connections',
    'tour-audit': '/audit',
  }
  for (const [name, path] of Object.entries(pictures)) {
    await page.goto(path)
    await waitForData(page)
    const file = join(FOLDER, `${name}.png`)
    await page.screenshot({ path: file, animations: 'disabled' })
    const { size } = await stat(file)
    console.log(`${name}.png ${size} bytes${size > LARGEST ? ': too large' : ''}`)
    if (size > LARGEST) process.exitCode = 1
  }
  company.close()
} finally {
  await place.stop()
}
