import { randomUUID } from 'node:crypto'
import { signIn } from '@guiche/launcher/testing/client.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { holdNextRequest, keepPicture, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'
import { openTicketOf } from './long-thread.js'

const PAGE = 20
const PAGES = 5

const contactOf = (n: number) => ({
  id: n,
  name: `Pessoa ${n}`,
  number: String(5511900000000 + n),
  email: '',
  profilePicUrl: '',
  isGroup: false,
  active: true,
})

/** An entry of the audit. */
const auditEntry = (n: number) => ({
  ...{ id: String(n), type: 'queue.created.v1', area: 'queue', time: new Date(0).toISOString() },
  ...{ actor: { kind: 'user', id: 1, name: 'Dora' }, ticketId: null, ticketUuid: null, contact: null },
  ...{ facts: { queueId: n }, names: { queueId: `Fila ${n}` }, changes: [] },
  ...{ correlationId: 'c', position: String(n) },
})

describe('a list that is read page by page', () => {
  let place: Place
  let page: Page
  /** numbers of the requested pages */
  let asked: number[] = []
  let fails = false

  beforeAll(async () => {
    place = await startPlace()
    page = await place.open({ viewport: { width: 1280, height: 800 } })
    const context = page.context()
    await context.route(/\/api\/contacts(\?|$)/, (route) => {
      const number = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 1)
      asked.push(number)
      if (number > 1 && fails) return route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      const contacts = Array.from({ length: PAGE }, (_, n) => ({
        ...contactOf((number - 1) * PAGE + n + 1),
        ...{ tickets: [], tags: [] },
      }))
      const hasMore = number < PAGES
      const cursor = hasMore ? String(number + 1) : null
      return route.fulfill({ json: { contacts, count: PAGE * PAGES, hasMore, cursor } })
    })
    const { user } = await signIn(place.url, ADMIN.email, ADMIN.password)
    await context.route(/\/api\/tickets\?/, (route) => {
      const before = Number(new URL(route.request().url()).searchParams.get('cursor') ?? PAGE * PAGES)
      const tickets = Array.from({ length: PAGE }, (_, n) => ({
        ...openTicketOf(user.id, user.companyId),
        id: before - n,
        uuid: randomUUID(),
        contact: contactOf(before - n),
      }))
      const last = before - PAGE
      return route.fulfill({
        json: { tickets, count: PAGE * PAGES, hasMore: last > 0, cursor: last > 0 ? String(last) : null },
      })
    })
    await signInByForm(page, ADMIN)
  }, START_TIMEOUT_MS)
  beforeEach(() => {
    asked = []
    fails = false
  })
  afterAll(() => place?.stop())
  const shows = (n: number) => page.getByText(`Pessoa ${n}`, { exact: true }).waitFor()

  it(
    'fills a window that is higher than a page of it',
    async () => {
      await page.setViewportSize({ width: 1280, height: 4000 })
      await page.goto('/contacts')
      await shows(PAGE * 3)
      expect(asked.slice(0, 3)).toEqual([1, 2, 3])
      await page.setViewportSize({ width: 1280, height: 800 })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'fills a high window with tickets, too',
    async () => {
      await page.setViewportSize({ width: 1280, height: 4000 })
      await page.goto('/tickets')
      await page
        .getByText(`Pessoa ${PAGE * (PAGES - 2)}`, { exact: true })
        .first()
        .waitFor()
      await page.setViewportSize({ width: 1280, height: 800 })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'says that a further page failed, asks for it again when somebody wants that, and goes on',
    async () => {
      fails = true
      await page.goto('/contacts')
      await shows(1)
      await page.getByText(`Pessoa ${PAGE}`, { exact: true }).scrollIntoViewIfNeeded()
      const again = page.getByRole('button', { name: 'Tentar de novo' })
      await again.waitFor()
      await keepPicture(page, 'further-page-failed')
      const refused = page.waitForResponse((response) => response.status() === 500)
      await again.click()
      await refused
      await again.waitFor()
      expect(asked).toEqual([1, 2, 2])
      fails = false
      await again.click()
      await shows(PAGE * 2)
      await again.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'goes on to its end in a drawer, too',
    async () => {
      await page.route(/\/api\/audit\?/, (route) => {
        const first = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 1)
        const records = Array.from({ length: 40 }, (_, n) => auditEntry(first + n))
        const hasMore = first === 1
        return route.fulfill({
          json: { records, count: 80, hasMore, cursor: hasMore ? String(first + 40) : null },
        })
      })
      await page.goto('/users')
      await page.getByRole('button', { name: 'Histórico' }).click()
      const entryOf = (n: number) => page.getByRole('dialog').getByRole('button', { name: `Fila ${n}.` })
      await entryOf(40).scrollIntoViewIfNeeded()
      await entryOf(80).waitFor()
      await page.unroute(/\/api\/audit\?/)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows no rows of the search before in place of a search that failed',
    async () => {
      await page.goto('/contacts')
      await shows(1)
      const table = page.getByRole('table')
      expect(await table.getAttribute('aria-busy')).toBe('false')
      const search = await holdNextRequest(page, '**/api/contacts?*searchParam=Fulano*')
      await page.getByRole('searchbox').fill('Fulano')
      const route = await search()
      await page.locator('table[aria-busy="true"]').waitFor()
      await shows(1)
      await route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      const again = page.getByRole('button', { name: 'Tentar de novo' })
      await again.waitFor()
      await table.waitFor({ state: 'detached' })
      await again.click()
      await shows(1)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'and the inbox none of the filter before',
    async () => {
      const snoozed = /\/api\/tickets\?.*snoozed/
      await page.goto('/tickets')
      const newest = page.getByText(`Pessoa ${PAGE * PAGES}`, { exact: true })
      await newest.first().waitFor()
      await page.route(snoozed, (route) => route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }))
      await page.getByRole('button', { name: 'Filtros' }).click()
      await page.getByLabel('Só adiados').click()
      const again = page.getByRole('button', { name: 'Tentar de novo' })
      await again.waitFor()
      expect(await newest.count()).toBe(0)
      await page.unroute(snoozed)
      await again.click()
      await newest.first().waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'and the dashboard show nothing of the period before in place of one that failed',
    async () => {
      await page.route(/\/api\/dashboard\?/, (route) =>
        new URL(route.request().url()).searchParams.get('days') === '7'
          ? route.fallback()
          : route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }),
      )
      await page.goto('/')
      const figures = page.getByRole('heading', { name: 'Atendimentos por dia' })
      await figures.waitFor()
      const period = page.getByRole('combobox', { name: 'Por período' })
      await period.press('ArrowDown')
      await period.press('ArrowDown')
      await period.press('Enter')
      const again = page.getByRole('button', { name: 'Tentar de novo' })
      await again.waitFor()
      await figures.waitFor({ state: 'detached' })
      await page.unroute(/\/api\/dashboard\?/)
      await again.click()
      await figures.waitFor()
    },
    STEP_TIMEOUT_MS,
  )
})
