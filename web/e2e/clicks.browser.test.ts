import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { clickInList } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

const OTHER = '5511966665555'
const THIRD = '5511955554444'
/** Short limit in milliseconds, so that a click without effect fails soon. */
const WAIT = 15_000
declare let clicks: number

/** The ten most frequent tasks, and the maximum of clicks for each. Typing and the Enter key are not counted. */
describe('clicks of the most frequent tasks', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    desk = await startDesk({
      customers: { [CUSTOMER_NUMBER]: 'Caio Prado', [OTHER]: 'Lia Moraes', [THIRD]: 'Rui Teles' },
    })
    const { admin, phones } = desk
    const queue = (await admin.post<{ id: number }>('/queue', { name: 'Suporte', color: '#2f6fde' })).body.id
    const bia = (await admin.get<{ id: number; name: string }[]>('/users/list')).body.find(
      ({ name }) => name === 'Bia Souza',
    )
    await admin.put(`/users/${bia?.id}`, { queueIds: [queue] })
    const colleague = { name: 'Davi Melo', email: 'davi@guiche.test', password: 'segredo-3', profile: 'user' }
    await admin.post('/users', { ...colleague, queueIds: [queue] })
    await admin.post('/tags', { name: 'Urgente' })
    await admin.post('/quick-messages', {
      shortcode: 'bomdia',
      message: 'Bom dia! Em que posso ajudar?',
      geral: true,
    })
    await admin.put('/whatsapp/1', { queueIds: [queue] })
    for (const [number, name] of [
      [CUSTOMER_NUMBER, 'Caio Prado'],
      [OTHER, 'Lia Moraes'],
      [THIRD, 'Rui Teles'],
    ] as const) {
      await phones.text(number, COMPANY_NUMBER, 'Oi! Vocês abrem hoje?')
      const ticket = await desk.ticketOf(name, 'pending')
      const open = { status: 'open', userId: bia?.id, queueId: queue }
      await admin.put(
        `/tickets/${ticket.id}`,
        number === THIRD ? { status: 'pending', queueId: queue } : open,
      )
    }
    page = desk.page
    page.setDefaultTimeout(WAIT)
    await page.addInitScript(() => {
      Object.assign(globalThis, { clicks: 0 })
      addEventListener(
        'pointerdown',
        ({ isTrusted }) => isTrusted && Object.assign(globalThis, { clicks: clicks + 1 }),
        true,
      )
    })
    await page.goto('/tickets')
    await row('Caio Prado').waitFor()
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const row = (name: string) => page.locator('[data-ticket-id]:visible').filter({ hasText: name })
  const bubble = (text: string) => page.getByRole('log').locator('article').filter({ hasText: text })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** A key pressed before the composer has the focus would go elsewhere. */
  const inComposer = () => page.waitForFunction(() => document.activeElement?.id === 'composer')
  const send = async (text: string) => {
    await inComposer()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await bubble(text).waitFor()
  }

  interface Task {
    readonly most: number
    /** the steps before the task, which are not counted */
    readonly begin?: () => Promise<unknown>
    readonly act: () => Promise<unknown>
  }
  const TASKS: readonly (readonly [name: string, task: Task])[] = [
    [
      'answer',
      {
        most: 1,
        act: async () => {
          await row('Caio Prado').getByRole('link').click()
          await send('Abrimos às 8h')
        },
      },
    ],
    [
      'a quick reply',
      {
        most: 0,
        act: async () => {
          await page.keyboard.type('/bomd')
          await page.getByRole('option', { selected: true }).getByText('/bomdia').waitFor()
          await page.keyboard.press('Enter')
          await page.keyboard.press('Enter')
          await bubble('Bom dia! Em que posso ajudar?').waitFor()
        },
      },
    ],
    [
      'tag',
      {
        most: 2,
        act: async () => {
          await button('Adicionar etiqueta').click()
          await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Urgente' }))
          await row('Caio Prado').getByText('Urgente').waitFor()
        },
      },
    ],
    [
      'a note',
      {
        most: 2,
        act: async () => {
          await button('Escrever observação interna').click()
          await page
            .getByRole('region', { name: 'Observação interna' })
            .getByRole('textbox')
            .and(page.locator(':focus'))
            .waitFor()
          await page.keyboard.type('Pede desconto')
          await page.keyboard.press('Enter')
          await page.getByRole('log').getByText('Pede desconto').waitFor()
        },
      },
    ],
    [
      'a photo',
      {
        most: 2,
        begin: () => button('Voltar à mensagem').click(),
        act: async () => {
          const chosen = page.waitForEvent('filechooser')
          await button('Anexar arquivo').click()
          const buffer = await page.screenshot({ type: 'png' })
          await (await chosen).setFiles({ name: 'loja.png', mimeType: 'image/png', buffer })
          await button('Enviar').waitFor()
          await send('A loja por fora')
        },
      },
    ],
    [
      'quote',
      {
        most: 2,
        act: async () => {
          await bubble('Vocês abrem hoje?').hover()
          await bubble('Vocês abrem hoje?').getByRole('button', { name: 'Opções da mensagem' }).click()
          await clickInList(page, page.getByRole('menuitem', { name: 'Responder' }))
          await send('Até as 18h')
          await bubble('Até as 18h').getByText('Vocês abrem hoje?').waitFor()
        },
      },
    ],
    [
      'resolve',
      {
        most: 1,
        act: async () => {
          await button('Resolver').click()
          await page.getByText('Atendimento de Caio Prado resolvido.').waitFor()
          await row('Caio Prado').waitFor({ state: 'detached' })
        },
      },
    ],
    [
      'accept and answer',
      {
        most: 1,
        begin: () => page.getByRole('tab', { name: /Aguardando/ }).click(),
        act: async () => {
          // The buttons of a row appear under the pointer.
          await row('Rui Teles').hover()
          await row('Rui Teles').getByRole('button', { name: 'Aceitar' }).click()
          await send('Bom dia, Rui')
        },
      },
    ],
    [
      'transfer',
      {
        most: 3,
        act: async () => {
          await button('Transferir').click()
          await clickInList(page, page.locator('.ant-select-item-option', { hasText: 'Davi Melo' }))
          await page.getByRole('dialog').getByRole('button', { name: 'Transferir' }).click()
          await page.getByText('Rui Teles foi para Davi Melo.').waitFor()
        },
      },
    ],
    [
      'a new number',
      {
        most: 3,
        act: async () => {
          await desk.phones.add('5511966001122', 'Zeca')
          await button('Novo').click()
          await page.getByRole('dialog').getByLabel('Contato').and(page.locator(':focus')).waitFor()
          await page.keyboard.type('11 96600-1122')
          await clickInList(page, page.getByTitle('Conversar com (11) 96600-1122'))
          await page.getByRole('dialog').getByRole('button', { name: 'Iniciar' }).click()
          await send('Bom dia, Zeca')
        },
      },
    ],
  ]

  it.each(TASKS)(
    '%s',
    async (_name, { most, begin, act }) => {
      await begin?.()
      await page.evaluate(() => Object.assign(globalThis, { clicks: 0 }))
      await act()
      const counted = await page.evaluate(() => clicks)
      expect(counted).toBeLessThanOrEqual(most)
      // A task that counts no clicks would pass with any limit.
      expect(counted > 0).toBe(most > 0)
    },
    STEP_TIMEOUT_MS,
  )

  it('leave no error in the console', () => {
    expect(desk.problems).toEqual([])
  })
})
