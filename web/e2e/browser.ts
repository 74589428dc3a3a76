import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { loadPlaywright } from '@guiche/infra/testing/shared.js'
import sparticuz from '@sparticuz/chromium'
import type { Browser, LaunchOptions, Locator, Page, Route } from 'playwright-core'
import { chromiumPath } from './chromium.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ARTEFACTS = join(ROOT, 'artifacts')
/** Pictures are optional, because they take about a tenth of the time of a suite. */
const KEEPS_PICTURES = process.env.KEEP_PICTURES === '1'
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Rules of WCAG 2.2 AA that axe checks. */
const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const COLOURS = { type: 'rule', values: ['color-contrast'] }

/** Default arguments of the package that are removed: they are for very small machines, and for a slow software GPU. */
const NOT_TAKEN =
  /^--(single-process|no-zygote|use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist)/

/** Maximum of characters that a failed test shows of a page. */
const TOLD = 6000

/** Longest wait for the text of a page, in ms. A page may hang. */
const TELL_WITHIN = 10_000

/** Text of the elements with this selector, as assistive technology reads them. */
const shownText = async (page: Page, selector: string): Promise<string> => {
  const parts = await page.locator(selector).all()
  return (await Promise.all(parts.map((part) => part.ariaSnapshot()))).join('\n')
}

/** Describes each page of a browser: address, open dialogs and alerts, then the whole text, cut at TOLD characters. */
const pagesOf = async (browser: Browser): Promise<string> => {
  if (!browser.isConnected()) return 'the browser has ended'
  const pages = browser.contexts().flatMap((context) => context.pages())
  const texts = pages.map(async (page) => {
    const whole = Promise.all([shownText(page, '[role="dialog"], [role="alert"]'), shownText(page, 'body')])
      .then((parts) => parts.join('\n---\n'))
      .catch(String)
    const text = await Promise.race([whole, setTimeout(TELL_WITHIN, 'nothing: it hangs', { ref: false })])
    return `${page.url()} shows\n${text.slice(0, TOLD)}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** Starts the Chromium of an npm package. The error of a failed test contains the texts of its pages. */
export const launchBrowser = async (): Promise<Browser> => {
  const { chromium } = await loadPlaywright()
  const options: LaunchOptions = {
    executablePath: await chromiumPath(),
    args: [
      ...sparticuz.args.filter((arg) => !NOT_TAKEN.test(arg)),
      '--no-sandbox',
      '--disable-gpu',
      // a fake microphone that beeps, with permission for every page
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
    headless: true,
  }
  // About one start in a thousand of this Chromium ends with SIGSEGV, before any page is open.
  const browser = await chromium.launch(options).catch(() => chromium.launch(options))
  Object.assign(globalThis, { whenFailed: () => pagesOf(browser) })
  return browser
}

/** Saves a picture of the page under `artifacts/` if KEEP_PICTURES=1. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (!KEEPS_PICTURES) return
  await mkdir(ARTEFACTS, { recursive: true })
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), animations: 'disabled' })
}

/** Saves pictures of the page: light, dark, and dark on a phone. Then restores theme and size. */
export const keepPictures = async (page: Page, name: string): Promise<void> => {
  if (!KEEPS_PICTURES) return
  const size = page.viewportSize()
  await keepPicture(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, `${name}-dark`)
  await page.setViewportSize({ width: 360, height: 740 })
  await keepPicture(page, `${name}-dark-360`)
  await page.emulateMedia({ colorScheme: 'light' })
  if (size !== null) await page.setViewportSize(size)
}

/** Signs in by the form, in Portuguese, without a captcha. */
export const signInByForm = async (
  page: Page,
  who: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Senha', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).waitFor()
}

/**
 * Clicks in a list that opens now, once the list has stopped growing. While it grows, an entry may move between press and
 * release. Then nothing is chosen.
 */
export const clickInList = async (page: Page, entry: Locator): Promise<void> => {
  await entry.waitFor()
  await page.waitForFunction(
    () => document.querySelector(':is(.ant-dropdown, .ant-select-dropdown)[class*="ant-slide"]') === null,
  )
  await entry.click()
}

/** Chooses an entry of the menu that opens now. */
export const chooseEntry = (page: Page, name: string): Promise<void> =>
  clickInList(page, page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })))

/** Chooses an entry of the account menu. */
export const chooseOfAccount = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Minha conta' }).click()
  await chooseEntry(page, name)
}

/** Holds the next request to these addresses. Gives a function that waits for the request; its `continue` sends the request. */
export const holdNextRequest = async (page: Page, url: string): Promise<() => Promise<Route>> => {
  let came: (route: Route) => void = () => undefined
  const held = new Promise<Route>((resolve) => {
    came = resolve
  })
  await page.route(url, (route) => came(route), { times: 1 })
  return () => held
}

/** Waits until all dialogs are closed. A confirmation and the dialog below it may close one after the other. */
export const noDialog = (page: Page): Promise<void> =>
  page.getByRole('dialog').first().waitFor({ state: 'detached' })

/** Names of the buttons that a toast covers. */
export const buttonsUnderToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isUnder = (button: Element): boolean => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.ant-notification') != null
    }
    return [...document.querySelectorAll(':is(header, main, aside) button')]
      .filter(isUnder)
      .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
  })

/**
 * Simulates a busy machine: delays React's work after the next dialog has come to rest. The returned function waits for that
 * moment, acts, and lets React continue.
 */
export const delayReactWork = async (page: Page): Promise<(act: () => Promise<void>) => Promise<void>> => {
  await page.evaluate(() => {
    const { setAttribute } = Element.prototype
    const { postMessage } = MessagePort.prototype
    const late: (() => void)[] = []
    const resume = () => {
      MessagePort.prototype.postMessage = postMessage
      for (const post of late) post()
    }
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, name, value)
      if (name !== 'class' || !this.matches('[role="dialog"]:not([class*="ant-zoom"])')) return
      Element.prototype.setAttribute = setAttribute
      // React schedules its tasks by this method.
      MessagePort.prototype.postMessage = function (message) {
        late.push(() => postMessage.call(this, message))
      }
      Object.assign(window, { resume })
      // Blocks for longer than React's time slice, so that the rest is left to the next task.
      const busy = performance.now() + 50
      while (performance.now() < busy);
    }
  })
  return async (act) => {
    await page.waitForFunction(() => 'resume' in window)
    await act()
    await page.evaluate(() => (window as unknown as { resume(): void }).resume())
  }
}

export interface Violation {
  readonly rule: string
  readonly where: readonly string[]
}

/** Loads axe into the page. It is evaluated, because the page's policy forbids inline scripts. */
export const loadAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'))
}

/**
 * Violations that axe finds on the current page.
 * `parts`: selectors of the checked parts, instead of the whole page.
 * `colours`: checks only the contrast, which is enough for a second colour scheme.
 */
export const checkAccessibility = async (
  page: Page,
  parts?: readonly string[],
  rules?: 'colours',
): Promise<Violation[]> => {
  await loadAxe(page)
  // While a theme changes, colours have intermediate values.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
  return page.evaluate(
    async ({ runOnly, parts }) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            context: unknown,
            options: unknown,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      // Frames show content of other sites, where axe is not loaded.
      const { violations } = await axe.run(parts ?? document, { runOnly, iframes: false })
      return violations.map(({ id, nodes }) => ({
        rule: id,
        where: nodes.slice(0, 4).map(({ html }) => html.slice(0, 200)),
      }))
    },
    { runOnly: rules === 'colours' ? COLOURS : ALL, parts },
  )
}

/** Collects errors and warnings of the page's console, except expected responses (no session yet). */
export const watchConsole = (page: Page, problems: string[]): void => {
  page.on('pageerror', (failure) => problems.push(String(failure)))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (/status of (401|403|404|409)/.test(message.text())) return
    problems.push(message.text())
  })
}

/** Holds the page's calls to these addresses until the returned function is called. */
export const holdCalls = async (page: Page, address: RegExp): Promise<() => void> => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  return release
}
