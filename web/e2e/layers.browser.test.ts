import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { englishNames } from './accessible-names.js'
import { checkAccessibility, keepPicture, signInByForm } from './browser.js'
import { type BusyCompany, fillCompany } from './busy-company.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'
import { LAYER_STEPS } from './layers.js'
import { walkByTab } from './tab-order.js'

/** Selectors of layers: elements that open over or within a page. */
const LAYERS = [
  '.ant-modal-wrap',
  '.ant-drawer-open',
  '.ant-dropdown',
  '.ant-popover',
  '.ant-select-dropdown',
  '.ant-picker-dropdown',
  '[role="dialog"]',
  'dialog[open]',
  '[data-menu-open="true"] > aside',
  '#ticket-filters',
]
const SHOWN = LAYERS.map((layer) => `${layer}:visible`).join(', ')

const ROLES = ['menuitem', 'menuitemradio', 'button', 'combobox', 'textbox', 'link', 'checkbox'] as const
const WINDOW = { width: 1440, height: 900 }
type LayerLook = readonly [width: number | null, colorScheme: 'light' | 'dark', rules?: 'colours']
const AS_IT_IS: readonly LayerLook[] = [
  [null, 'light'],
  [null, 'dark', 'colours'],
]
/** Dialogs are also checked on a phone, with all rules. */
const NARROWER: readonly LayerLook[] = [[390, 'dark']]

describe('what opens on top of a page', () => {
  let place: Place
  let page: Page
  let company: BusyCompany

  beforeAll(async () => {
    place = await startPlace()
    company = await fillCompany(place.url)
    page = await place.open({ reducedMotion: 'reduce' })
    await signInByForm(page, ADMIN)
  }, START_TIMEOUT_MS)
  afterAll(async () => {
    company?.close()
    await place?.stop()
  })

  const press = async (step: string): Promise<unknown> => {
    const [, how, name = step] = /^(last|exact|enter|key|width|refuse):(.*)$/.exec(step) ?? []
    if (how === 'key') return page.keyboard.press(name)
    if (how === 'width') {
      await page.setViewportSize({ ...WINDOW, width: Number(name) })
      // Waits for the layout of this width, because a button of the earlier layout must not be pressed.
      await page.evaluate(
        () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
      )
      return still()
    }
    if (how === 'refuse') {
      await page.route('**/api/**', (route) =>
        route.request().method() === name
          ? route.fulfill({ status: 403, json: { error: 'ERR_NO_PERMISSION' } })
          : route.fallback(),
      )
      return
    }
    const [first, ...others] = ROLES.map((role) => page.getByRole(role, { name, exact: how === 'exact' }))
    const all = others.reduce((all, other) => all.or(other), first as Locator).locator('visible=true')
    const named = how === 'last' ? all.last() : all.first()
    await named.evaluate((pressed) => {
      if (pressed.closest('.ant-dropdown') === null) Object.assign(window, { pressed })
    })
    await (how === 'enter' ? named.press('Enter') : named.click())
  }
  /** Nothing loads and nothing moves. */
  const still = () =>
    page.waitForFunction(
      () =>
        document.querySelector('[aria-busy="true"], [class*="skeleton" i]') === null &&
        document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
  /** Resolves when the page is complete. */
  const settled = async (): Promise<void> => {
    await page.locator(SHOWN).first().waitFor()
    await still()
  }
  /** Open elements outside the window. */
  const outside = () =>
    page.locator(SHOWN).evaluateAll((layers) =>
      layers
        .filter((layer) => {
          const { left, right, top, bottom } = layer.getBoundingClientRect()
          return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
        })
        .map((layer) => layer.className),
    )
  /** Dialogs wider than the window or than their container. */
  const tooWide = () =>
    page.locator('[role="dialog"]:visible').evaluateAll((dialogs) =>
      dialogs
        .filter((dialog) => {
          const { left, right } = dialog.getBoundingClientRect()
          return left < 0 || right > innerWidth || dialog.scrollWidth > dialog.clientWidth
        })
        .map(({ className }) => className),
    )
  /** Opens a page anew and waits until it is idle. The network alone is also idle while scripts start. */
  const begin = async (path: string): Promise<void> => {
    const idle = () => page.evaluate(() => new Promise((rests) => requestIdleCallback(rests)).then(() => {}))
    await page.goto(path, { waitUntil: 'networkidle' })
    await idle()
    await still()
    await idle()
  }
  /**
   * Closes all layers, and waits: the next press would otherwise close a layer that is still fading out. Gives the focused
   * element if the focus did not return to the pressed button.
   */
  const close = async (path: string): Promise<string | null> => {
    const gone = () =>
      page.waitForFunction(
        (layers) => layers.every((one) => !document.querySelector(one)?.checkVisibility()),
        [...LAYERS],
        { timeout: 3_000 },
      )
    await page.keyboard.press('Escape')
    try {
      await gone()
    } catch {
      await page.goto(path)
      return null
    }
    // A browser removes the focus from a hidden element in the next frame.
    const back = page.waitForFunction(
      () => {
        const { pressed } = window as unknown as { pressed?: Element }
        return pressed === undefined || !pressed.checkVisibility() || document.activeElement === pressed
      },
      undefined,
      { timeout: 3_000 },
    )
    return back.then(
      () => null,
      () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? 'nothing'),
    )
  }

  it.each(Object.keys(LAYER_STEPS))(
    'what opens on %s is in the window, named in Portuguese, and axe finds nothing wrong, in the light and in the dark',
    async (declared) => {
      const path = declared.replace(':conversation', company.conversation)
      const wrong: unknown[] = []
      await page.goto(path)
      for (const steps of LAYER_STEPS[declared] ?? []) {
        const name = steps.join(' › ')
        if (steps.length > 1) await begin(path)
        try {
          for (const step of steps) await press(step)
          await settled()
        } catch {
          await keepPicture(page, `layer-${name.replace(/\W+/g, '-')}`)
          wrong.push(`${name} did not open`)
          await page.setViewportSize(WINDOW)
          await page.goto(path)
          continue
        }
        const form = page.locator('[role="dialog"]:visible').filter({ has: page.locator('form') })
        if ((await form.count()) > 0) {
          await form.last().evaluate((dialog: HTMLElement) => dialog.focus())
          await page.keyboard.press('Tab')
          const byTab = await walkByTab(page)
          if (byTab.wrong.length > 0 || byTab.places < 3) wrong.push({ name, byTab })
        }
        const foreign = await englishNames(page)
        if (foreign.length > 0) wrong.push({ name, foreign })
        const unseen = await outside()
        if (unseen.length > 0) wrong.push({ name, unseen })
        const isDialog = (await page.locator('[role="dialog"]:visible').count()) > 0
        const narrower = isDialog && page.viewportSize()?.width === WINDOW.width ? NARROWER : []
        for (const [width, colorScheme, rules] of [...AS_IT_IS, ...narrower]) {
          if (width !== null) await page.setViewportSize({ ...WINDOW, width })
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await settled()
          const parts = []
          for (const layer of LAYERS) if (await page.locator(`${layer}:visible`).count()) parts.push(layer)
          const violations = await checkAccessibility(page, parts, rules)
          if (violations.length > 0) wrong.push({ name, width, colorScheme, violations })
          if (width === null) continue
          const wide = await tooWide()
          if (wide.length > 0) wrong.push({ name, width, wide })
          await keepPicture(page, `layer-${name.replace(/\W+/g, '-')}-${width}`)
        }
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.unrouteAll()
        const now = await close(path)
        if (now !== null) wrong.push(`${name} leaves the focus at ${now}`)
        await page.setViewportSize(WINDOW)
      }
      expect(wrong).toEqual([])
    },
    2 * STEP_TIMEOUT_MS,
  )

  it(
    "no page has a name in English, or one that is an icon's",
    async () => {
      const wrong: unknown[] = []
      for (const path of ['/', '/schedules', '/kanban', '/todolist', ...Object.keys(LAYER_STEPS)]) {
        await begin(path.replace(':conversation', company.conversation))
        const foreign = await englishNames(page)
        if (foreign.length > 0) wrong.push({ path, foreign })
      }
      expect(wrong).toEqual([])
    },
    2 * STEP_TIMEOUT_MS,
  )

  it(
    'hours and minutes that scroll are in reach of the keyboard',
    async () => {
      await begin(`/tickets/${company.conversation}`)
      for (const step of ['Mais ações', 'Adiar', 'Volta em']) await press(step)
      await page.locator('.ant-picker-time-panel-column').first().waitFor()
      await still()
      expect(await checkAccessibility(page, ['.ant-picker-dropdown'])).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'all emojis are a single tab stop, and arrow keys move among them',
    async () => {
      await begin(`/tickets/${company.conversation}`)
      await press('Emojis')
      await settled()
      const emoji = () =>
        page.evaluate(() => document.activeElement?.getAttribute('data-epr-unified') ?? null)
      const met: string[] = []
      await page.getByPlaceholder('Buscar emoji').focus()
      for (let presses = 0; presses < 20; presses++) {
        await page.keyboard.press('Tab')
        const at = await emoji()
        if (at !== null) met.push(at)
      }
      expect(met).toHaveLength(1)
      await page.locator(`[data-epr-unified="${met[0]}"]`).first().focus()
      await page.keyboard.press('ArrowRight')
      expect(await emoji()).not.toBe(met[0])
      await page.keyboard.press('Tab')
      expect(await emoji()).toBe(null)
    },
    STEP_TIMEOUT_MS,
  )

  it.each(['/tickets/:conversation', '/contacts', '/connections'])(
    'the tab order of %s follows the visual order, and the focus is visible',
    async (declared) => {
      await page.goto(declared.replace(':conversation', company.conversation), { waitUntil: 'networkidle' })
      await page.keyboard.press('Tab')
      const { places, wrong } = await walkByTab(page)
      expect(wrong).toEqual([])
      expect(places).toBeGreaterThan(10)
    },
    2 * STEP_TIMEOUT_MS,
  )
})
