import type { Client } from '@guiche/launcher/testing/client.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page, WebSocketRoute } from 'playwright-core'
import sharp from 'sharp'
import { chooseEntry, clickInList, keepPicture, signInByForm } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
  type Ticket,
} from './desk.js'
import { switchPanes } from './side-by-side.js'

describe('what changes while one looks on', () => {
  let desk: Desk
  let admin: Client
  let agent: Page

  beforeAll(async () => {
    desk = await startDesk()
    ;({ admin, page: agent } = desk)
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  const tickets = async (status: string): Promise<readonly Ticket[]> =>
    (await admin.get<{ tickets: Ticket[] }>(`/tickets?status=${status}&showAll=true`)).body.tickets
  const row = () => agent.locator('[data-ticket-id]:visible')
  const tab = (name: RegExp) => agent.getByRole('tab', { name })
  const badge = () => agent.getByRole('tablist').getByText('1', { exact: true })

  it(
    'badges of lists that were never opened are updated',
    async () => {
      await agent.goto('/tickets')
      await tab(/Aguardando/).waitFor()
      await agent.waitForLoadState('networkidle')
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Oi! Vocês têm pão de queijo hoje?')
      await badge().waitFor()
      const [waiting] = await tickets('pending')
      // A colleague accepts the ticket. The list of waiting tickets was never opened.
      await admin.put(`/tickets/${waiting?.id}`, { status: 'open', userId: admin.user.id, queueId: null })
      await badge().waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a closed conversation leads to the one in which its contact is attended now',
    async () => {
      const [first] = await tickets('open')
      await admin.put(`/tickets/${first?.id}`, { status: 'closed' })
      await agent.goto(`/tickets/${first?.uuid}`)
      await agent.getByRole('button', { name: 'Reabrir' }).first().waitFor()
      const second = await admin.post<Ticket>('/tickets', {
        contactId: first?.contactId,
        queueId: null,
        status: 'open',
      })
      const way = agent.getByRole('button', { name: 'Ir para o atendimento ativo' }).first()
      await way.waitFor()
      await keepPicture(agent, 'closed-with-active')
      await agent.reload()
      await way.click()
      await agent.waitForURL(new RegExp(second.body.uuid))
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a conflict is explained in a sentence with a link to the other ticket',
    async () => {
      const [active] = await tickets('open')
      await agent.goto('/tickets')
      await agent.getByRole('button', { name: 'Filtros' }).click()
      await agent.getByRole('switch', { name: 'Mostrar os atendimentos de todos' }).click()
      await agent.getByRole('tab', { name: 'Fechados' }).click()
      const reopen = agent.getByRole('button', { name: 'Reabrir' })
      // a row of this list, not of the previous one
      await agent.locator('[data-ticket-id]').filter({ has: reopen }).first().hover()
      await reopen.first().click()
      await agent.getByText(/já tem um atendimento aberto com este contato/).waitFor()
      await keepPicture(agent, 'conflict')
      expect(await agent.getByText(/"uuid"/).count()).toBe(0)
      await agent.getByRole('button', { name: 'Abrir', exact: true }).click()
      await agent.waitForURL(new RegExp(String(active?.uuid)))
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'Esc closes the menu that is open, and the conversation only when there is none',
    async () => {
      const [active] = await tickets('open')
      const address = `${desk.url}/tickets/${active?.uuid}`
      await agent.goto(address)
      for (const [button, layer] of [
        ['Mais ações', '.ant-dropdown'],
        ['Minha conta', '.ant-dropdown'],
        [/^Notificações/, '.ant-popover'],
      ] as const) {
        await agent.getByRole('button', { name: button }).click()
        await agent.locator(`${layer}:visible`).waitFor()
        // Shortcuts of single letters are off while a dialog is open.
        await agent.keyboard.press('k')
        await agent.keyboard.press('Escape')
        await agent.locator(`${layer}:visible`).waitFor({ state: 'detached' })
        expect(agent.url()).toBe(address)
      }
      await agent.keyboard.press('Escape')
      await agent.waitForURL(/\/tickets$/)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a held key resolves one ticket once, and its undo is offered as long as it can be done',
    async () => {
      const [active] = await tickets('open')
      const palette = agent.getByRole('dialog')
      const resolve = palette.getByRole('option', { name: 'Resolver e ir ao próximo' })
      const look = async (has: boolean) => {
        await agent.keyboard.press('Control+k')
        await palette.getByRole('option').first().waitFor()
        expect(await resolve.count()).toBe(has ? 1 : 0)
        await agent.keyboard.press('Escape')
        await palette.waitFor({ state: 'hidden' })
      }
      const open = async () => {
        await agent.goto(`/tickets/${active?.uuid}`)
        await agent.getByRole('button', { name: 'Resolver' }).waitFor()
      }
      await look(false)
      await open()
      await look(true)
      const asked: string[] = []
      agent.on('request', (request) => {
        if (request.url().includes(`/api/tickets/${active?.id}`)) asked.push(request.method())
      })
      for (let n = 0; n < 3; n++) await agent.keyboard.down('e')
      await agent.keyboard.up('e')
      const undo = agent.getByRole('button', { name: 'Desfazer' })
      await undo.waitFor()
      await agent.keyboard.press('z')
      await undo.waitFor({ state: 'detached' })
      await agent.waitForURL(new RegExp(String(active?.uuid)))
      expect(asked.filter((method) => method !== 'GET')).toEqual(['PUT', 'POST'])
      expect(await tickets('open')).toMatchObject([{ id: active?.id, userId: admin.user.id }])
      await agent.getByRole('button', { name: 'Resolver' }).waitFor()
      await agent.keyboard.press('e')
      await undo.focus()
      await undo.waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the app stays usable while the dashboard of a quarter loads',
    async () => {
      await agent.setViewportSize({ width: 1280, height: 700 })
      // The first response is slow, but another period can be chosen. Without its own time limit here, a step that hangs is the
      // one reported.
      const asked = agent.waitForRequest(/\/dashboard\?days=90/, { timeout: 0 }).catch(() => undefined)
      await agent.route(/\/dashboard\?days=7/, async (route) => {
        await asked
        await route.continue()
      })
      await agent.goto('/')
      await agent.getByLabel('Por período').last().click()
      const answered = agent.waitForResponse(/\/dashboard\?days=90/)
      await clickInList(agent, agent.getByTitle('Últimos 90 dias'))
      await answered
      await agent.locator('figure table tr').nth(90).waitFor({ state: 'attached' })
      const { height, shown } = await agent.evaluate(() => ({
        height: document.documentElement.scrollHeight,
        shown: innerHeight,
      }))
      expect(height).toBe(shown)
      // A figure links to the tickets that it counts.
      await agent.locator('[data-tone="waiting"] a').click()
      await agent.getByRole('tab', { name: /Aguardando/, selected: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a session ended by the server does not reconnect, and shows the reason',
    async () => {
      const sockets: WebSocketRoute[] = []
      const page = await desk.open()
      await page.routeWebSocket(/\/ws$/, (socket) => {
        sockets.push(socket)
        socket.connectToServer()
      })
      await admin.post('/users', { name: 'Rui', email: 'rui@guiche.test', password: 'segredo-3' })
      await signInByForm(page, { email: 'rui@guiche.test', password: 'segredo-3' })
      await page.waitForLoadState('networkidle')
      await sockets[0]?.close({ code: 4403 })
      await page.getByText('Sua sessão terminou.').waitFor()
      await page.waitForURL(/\/login/)
      expect(sockets).toHaveLength(1)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'peeks into a conversation without reading it, and shows a photo by its icon beside its words',
    async () => {
      for (const { id } of await tickets('open')) await admin.delete(`/tickets/${id}`)
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Tem bolo hoje?')
      await agent.goto('/tickets')
      await tab(/Aguardando/).click()
      const unread = (count: string) => row().getByRole('img', { name: count })
      const read: string[] = []
      agent.on('request', (asked) => void (asked.url().endsWith('/read') && read.push(asked.url())))
      await unread('1 não lida').waitFor()
      await row().getByRole('button', { name: 'Espiar conversa' }).click({ force: true })
      const dialog = agent.getByRole('dialog')
      await dialog.getByText('Tem bolo hoje?').waitFor()
      const create = { width: 8, height: 8, channels: 3, background: '#3a7' } as const
      const photo = new Blob([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], {
        type: 'image/jpeg',
      })
      const about = new URLSearchParams({ kind: 'image', caption: 'A minha mesa' })
      await desk.phones.call(
        'POST',
        `/phones/${CUSTOMER_NUMBER}/chats/${COMPANY_NUMBER}/files?${about}`,
        photo,
      )
      await dialog.getByText('A minha mesa').waitFor()
      await dialog.getByRole('button', { name: 'Fechar', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await row().getByText('A minha mesa').waitFor()
      await row().getByRole('img', { name: 'Foto' }).waitFor()
      await unread('2 não lidas').waitFor()
      expect(read).toEqual([])
      agent.removeAllListeners('request')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows one half at a time on a narrow window, by two tabs and a button',
    () => switchPanes(desk),
    STEP_TIMEOUT_MS,
  )

  it(
    'deletes a ticket after asking, and leaves one that was deleted elsewhere',
    async () => {
      const choose = async (item: string) => {
        await agent.getByRole('button', { name: 'Mais ações' }).click()
        await chooseEntry(agent, item)
      }
      await choose('Excluir atendimento')
      const asked = agent.getByRole('dialog')
      await asked.getByRole('button', { name: 'Cancelar' }).click()
      await asked.waitFor({ state: 'detached' })
      await row().waitFor()
      await choose('Excluir atendimento')
      await asked.getByText('O atendimento de Caio Prado some das listas.').waitFor()
      await asked.getByRole('button', { name: 'Excluir' }).click()
      await agent.waitForURL('**/tickets')
      await row().waitFor({ state: 'detached' })
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Olá de novo')
      const again = await desk.ticketOf('Caio Prado', 'pending')
      await row().getByRole('link').click()
      await agent.getByRole('log').getByText('Olá de novo').waitFor()
      await admin.delete(`/tickets/${again.id}`)
      await agent.waitForURL('**/tickets')
      await agent.getByText('O atendimento de Caio Prado foi excluído por Admin.').waitFor()
      expect(await agent.getByText('Este atendimento não existe mais.').count()).toBe(0)
      await row().waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'leads back to the lists from a ticket that the user may not open, and says so',
    async () => {
      const plain = { name: 'Nina Reis', email: 'nina@guiche.test', password: 'segredo-3' }
      await admin.post('/users', { ...plain, profile: 'user', allTicket: 'desabled' })
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Alguém aí?')
      const { uuid } = await desk.ticketOf('Caio Prado', 'pending')
      const page = await desk.open()
      await signInByForm(page, plain)
      await page.goto(`/tickets/${uuid}`)
      await page.waitForURL('**/tickets')
      await page.getByText('Acesso não permitido.').waitFor()
    },
    STEP_TIMEOUT_MS,
  )
})
