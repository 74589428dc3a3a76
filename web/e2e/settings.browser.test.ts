import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, clickInList, holdNextRequest, keepPictures, signInByForm } from './browser.js'
import { type Desk, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startDesk } from './desk.js'

const READER = { name: 'Caio Lima', email: 'caio@guiche.test', password: 'segredo-3' }
/** The switches of the page, by their settings' keys. Only one is on in a new company. */
const SWITCHES = {
  sendGreetingMessageOneQueues: 'Saudação com uma só fila',
  sendGreetingAccepted: 'Saudação ao aceitar',
  sendMsgTransfTicket: 'Aviso de transferência',
  userRating: 'Avaliação do atendimento',
  call: 'Ligações',
  CheckMsgIsGroup: 'Ignorar grupos',
} as const
type Key = keyof typeof SWITCHES
const KEYS = Object.keys(SWITCHES) as Key[]
const SAVED = 'Operação atualizada com sucesso.'

describe('the settings of a company', () => {
  let desk: Desk
  /** page of an administrator */
  let page: Page
  /** page of a user who may only read the settings */
  let reader: Page

  beforeAll(async () => {
    desk = await startDesk({ context: { colorScheme: 'light', reducedMotion: 'reduce' } })
    page = desk.page
    await desk.admin.post('/users', READER)
    reader = await desk.open()
    await signInByForm(reader, READER)
    await reader.goto('/settings')
    await page.goto('/settings')
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const control = (key: Key) => page.getByRole('switch', { name: SWITCHES[key], exact: true })
  /** Waits until a switch is on or off. */
  const shows = (key: Key, on: boolean) =>
    page.getByRole('switch', { name: SWITCHES[key], exact: true, checked: on }).waitFor()
  const isSaved = () => page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  const stored = async (key: Key): Promise<boolean> => {
    const { body } = await desk.admin.get<{ key: string; value: string }[]>('/settings')
    return body.find((one) => one.key === key)?.value === 'enabled'
  }
  const put = (key: Key, value: string) => desk.admin.put(`/settings/${key}`, { value })

  it(
    'are saved one by one as they are changed, and say what they do',
    async () => {
      for (const key of KEYS) {
        const on = key === 'CheckMsgIsGroup'
        await shows(key, on)
        const help = await control(key).evaluate((one) => {
          const id = one.getAttribute('aria-describedby') ?? ''
          return document.getElementById(id)?.textContent ?? ''
        })
        expect([key, help.length > 60]).toEqual([key, true])
        // A toast disappears by itself, so the test waits for it before the press.
        await Promise.all([page.getByText(SAVED).first().waitFor(), control(key).click()])
        await shows(key, !on)
        await isSaved()
        expect([key, await stored(key)]).toEqual([key, !on])
      }
      await page.reload()
      for (const key of KEYS) await shows(key, key !== 'CheckMsgIsGroup')
      await keepPictures(page, 'settings')
      expect(await checkAccessibility(page)).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'are changed by keyboard, and the focus stays',
    async () => {
      const asked = new Set<string | undefined>()
      page.on('request', (request) => {
        if (request.url().includes('/api/settings/')) asked.add(request.headers()['idempotency-key'])
      })
      await control('userRating').focus()
      // The value is already selected.
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      await shows('userRating', false)
      await isSaved()
      await page.keyboard.press('Space')
      await shows('userRating', true)
      await isSaved()
      expect(await stored('userRating')).toBe(true)
      expect(asked.size).toBe(2)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'show the chosen value while saving; after a failure they show the error and the former value',
    async () => {
      await page.reload()
      const held = await holdNextRequest(page, '**/api/settings/userRating')
      await control('userRating').click()
      const route = await held()
      await shows('userRating', false)
      // Another press neither waits nor asks.
      await control('userRating').click()
      await shows('userRating', false)
      await route.fulfill({ status: 404, json: { error: 'ERR_NO_SETTING_FOUND' } })
      await page.getByRole('alert').filter({ hasText: 'configuração' }).waitFor()
      await shows('userRating', true)
      expect(await stored('userRating')).toBe(true)
      expect(await page.getByText(SAVED).count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'wait for a change that the server shows late',
    async () => {
      await page.route(
        '**/api/settings/userRating',
        async (route) => {
          const { id } = await (await route.fetch()).json()
          await route.fulfill({ status: 202, json: { id } })
        },
        { times: 1 },
      )
      await control('userRating').click()
      await page.getByText(SAVED).first().waitFor()
      await isSaved()
      await shows('userRating', false)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'are updated live when another administrator changes them; other users only read them',
    async () => {
      const read = (name: string) => reader.getByRole('definition').filter({ hasText: name })
      await put('CheckMsgIsGroup', 'disabled')
      await put('userRating', 'enabled')
      await shows('CheckMsgIsGroup', false)
      await shows('userRating', true)
      await read('Não').waitFor()
      await put('CheckMsgIsGroup', 'enabled')
      await shows('CheckMsgIsGroup', true)
      await read('Não').waitFor({ state: 'detached' })
      expect(await reader.getByRole('switch').count()).toBe(0)

      await read('Português').waitFor()
      await page.getByRole('combobox', { name: 'Idioma dos textos automáticos' }).click()
      await clickInList(page, page.getByTitle('Español'))
      await read('Español').waitFor()
      const perMinute = page.getByLabel('Envios por minuto')
      await perMinute.fill('0')
      await page.getByText('Use um número inteiro de 1 a 9999.').waitFor()
      await perMinute.press('Enter')
      await perMinute.fill('30')
      await perMinute.press('Enter')
      await read('30').waitFor()
      await keepPictures(page, 'settings-numbers')
      expect(await checkAccessibility(reader)).toEqual([])
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'show that they are loading, and can be loaded again after a failure',
    async () => {
      const held = await holdNextRequest(page, '**/api/settings')
      await page.goto('/settings')
      const route = await held()
      await page.getByRole('status', { name: 'Carregando…' }).first().waitFor()
      await route.fulfill({ status: 404, json: { error: 'ERR_NO_SETTING_FOUND' } })
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await shows('userRating', true)
      expect(await page.getByRole('switch').count()).toBe(KEYS.length)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'M13: an administrator exports all data of the company, and other users are not offered the export',
    async () => {
      await reader.goto('/settings')
      await reader.getByRole('tab', { name: 'Opções' }).waitFor()
      expect(await reader.getByRole('tab', { name: 'Dados da empresa' }).count()).toBe(0)
      await page.goto('/settings')
      await page.getByRole('tab', { name: 'Dados da empresa' }).click()
      await page.getByRole('button', { name: 'Exportar dados' }).click()
      const link = page.getByRole('link', { name: /^Baixar/ })
      await link.waitFor()
      await page.getByText(/^Pronta: \d+ registros/).waitFor()
      await keepPictures(page, 'company-data')
      expect(await checkAccessibility(page)).toEqual([])
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
      expect(download.suggestedFilename()).toMatch(/^guiche-\d{4}-\d\d-\d\d\.zip$/)
      expect(await download.failure()).toBeNull()
    },
    STEP_TIMEOUT_MS,
  )
})
