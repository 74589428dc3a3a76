import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, holdNextRequest, keepPictures, noDialog, signInByForm } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

interface HappenedEntry {
  readonly facts: { readonly request?: string; readonly status?: string }
}

describe('connections', () => {
  let desk: Desk
  let page: Page
  beforeAll(async () => {
    // The phone has this message, but the desk has never received it.
    desk = await startDesk({
      beforeLink: (phones) => phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Mensagem de antes'),
    })
    page = desk.page
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  const dialog = () => page.getByRole('dialog')
  const row = () => page.getByRole('row', { name: /Principal/ })

  it(
    'a file goes with the greeting, and old messages are asked for',
    async () => {
      await page.goto('/connections')
      await row().getByRole('button', { name: 'Editar' }).click()
      await dialog().getByRole('tab', { name: 'Mensagens' }).click()
      await dialog().getByLabel('Mensagem de saudação').fill('Olá!')
      const asked = page.waitForEvent('filechooser')
      await dialog().getByRole('button', { name: 'Escolher arquivo' }).click()
      const file = { name: 'cardapio.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 menu') }
      await (await asked).setFiles(file)
      await dialog().getByText('cardapio.pdf').waitFor()
      await dialog().getByRole('tab', { name: 'Importação' }).click()
      await dialog().getByRole('switch', { name: 'Importar mensagens antigas' }).click()
      await dialog().getByText('A sessão atual termina ao salvar').waitFor()
      await dialog().getByRole('switch', { name: 'Fechar os atendimentos importados' }).click()
      await keepPictures(page, 'connection-import')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      // The session has ended, so the phone must be linked again.
      await dialog().getByText('Conectar “Principal”').waitFor()
      const [{ id } = { id: 0 }] = (await desk.admin.get<{ id: number }[]>('/whatsapp')).body
      await desk.phones.scan(COMPANY_NUMBER, id)
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the health of a number tells of its limits, its import and its history',
    async () => {
      await row().getByRole('button', { name: 'Saúde e histórico' }).click()
      await dialog().getByText('Importação concluída: 1 mensagem nova, de um total de 1.').waitFor()
      await dialog().getByText('de 10.000').waitFor()
      await dialog().getByText('pediu à conexão a importação').waitFor()
      await keepPictures(page, 'connection-health')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Fechar' }).click()
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a token is made, copied, shown no more, and revoked',
    async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const open = () => row().getByRole('button', { name: 'Editar' }).click()
      const edit = page.getByRole('dialog', { name: 'Editar conexão' })
      const shown = edit.getByRole('textbox', { name: 'Token da API' })
      await open()
      await edit.getByText('Nenhum token.').waitFor()
      await edit.getByRole('button', { name: 'Criar token' }).click()
      await shown.waitFor()
      await edit.getByRole('button', { name: 'Copiar token' }).click()
      await page.getByText('Token copiado.').waitFor()
      const token = await page.evaluate(() => navigator.clipboard.readText())
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(token).toBe(await shown.inputValue())
      const send = () =>
        page.evaluate(
          async ([bearer, number]) =>
            (
              await fetch('/api/messages/send', {
                method: 'POST',
                headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
                body: JSON.stringify({ number, body: 'Pela API' }),
              })
            ).status,
          [token, CUSTOMER_NUMBER] as const,
        )
      expect(await send()).toBe(200)
      await keepPictures(page, 'connection-token')
      expect(await checkAccessibility(page)).toEqual([])
      await edit.getByRole('button', { name: 'Cancelar' }).click()
      await noDialog(page)

      await open()
      await edit.getByText('Existe um token, criado em').waitFor()
      expect(await shown.count()).toBe(0)
      await edit.getByRole('button', { name: 'Revogar token' }).click()
      const question = page.getByRole('dialog', { name: 'Revogar o token?' })
      await question.getByRole('button', { name: 'Revogar token' }).click()
      await edit.getByText('Nenhum token.').waitFor()
      expect(await send()).toBe(401)
      await edit.getByRole('button', { name: 'Cancelar' }).click()
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'all sessions are restarted, and one is ended, opened again, and linked by a new code',
    async () => {
      const [{ id } = { id: 0 }] = (await desk.admin.get<{ id: number }[]>('/whatsapp')).body
      await row().getByText('Conectado', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Reiniciar conexões' }).click()
      await page.getByText('Aguarde... reiniciando...').waitFor()
      // Newest first: the connection is linked again after the restart.
      await desk.phones.until(async () => {
        const path = `/audit?subject=connection-${id}`
        const { records } = (await desk.admin.get<{ records: HappenedEntry[] }>(path)).body
        const asked = records.findIndex(({ facts }) => facts.request === 'restart')
        return records.slice(0, Math.max(0, asked)).find(({ facts }) => facts.status === 'CONNECTED')
      })
      await row().getByText('Conectado', { exact: true }).waitFor()

      await row().getByRole('button', { name: 'Desconectar' }).click()
      await dialog().getByText('Desconectar “Principal”?').waitFor()
      await dialog().getByRole('button', { name: 'Desconectar' }).click()
      await row().getByText('Desconectado').waitFor()
      await noDialog(page)

      await row().getByRole('button', { name: 'Tentar novamente' }).click()
      await row().getByRole('button', { name: 'QR CODE', exact: true }).click()
      const code = dialog().getByRole('img', { name: 'QR Code para vincular o celular' })
      await code.waitFor()
      const shown = () => desk.phones.call<{ connectionId: number; qr: string }[]>('GET', '/pending')
      const [before] = await shown()
      await dialog().getByRole('button', { name: 'Novo QR CODE' }).click()
      await desk.phones.until(async () => (await shown()).find(({ qr }) => qr !== before?.qr))
      await code.waitFor()
      await desk.phones.scan(COMPANY_NUMBER, id)
      await noDialog(page)
      await row().getByText('Conectado', { exact: true }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the file of the greeting is taken away after a question, and an import is cancelled after another',
    async () => {
      await row().getByRole('button', { name: 'Editar' }).click()
      const edit = page.getByRole('dialog', { name: 'Editar conexão' })
      await edit.getByRole('tab', { name: 'Mensagens' }).click()
      const remove = edit.getByRole('button', { name: 'Tirar cardapio.pdf' })
      const question = page.getByRole('dialog', { name: 'Tirar o arquivo?' })
      await remove.click()
      await question.getByRole('button', { name: 'Cancelar' }).click()
      await question.waitFor({ state: 'detached' })
      await remove.click()
      await question.getByRole('button', { name: 'Tirar', exact: true }).click()
      await question.waitFor({ state: 'detached' })
      await remove.waitFor({ state: 'detached' })
      await edit.getByRole('tab', { name: 'Importação' }).click()
      await edit.getByRole('switch', { name: 'Importar mensagens antigas' }).click()
      // A read after saving may show the state before the session ended. A later read shows the new code.
      const connected = (await desk.admin.get<{ status: string }[]>('/whatsapp')).body
      expect(connected[0]?.status).toBe('CONNECTED')
      const read = await holdNextRequest(page, '**/api/whatsapp')
      await edit.getByRole('button', { name: 'Salvar' }).click()
      const pairing = page.getByRole('dialog', { name: 'Conectar “Principal”' })
      await pairing.getByRole('img', { name: 'QR Code para vincular o celular' }).waitFor()
      const readAgain = page.waitForResponse('**/api/whatsapp')
      await (await read()).fulfill({ json: connected })
      await (await readAgain).finished()
      await row().getByText('Aguardando leitura').waitFor()
      await pairing.waitFor()
      const [connection] = (await desk.admin.get<{ mediaName: string | null }[]>('/whatsapp')).body
      expect(connection?.mediaName).toBeNull()
      await pairing.getByRole('button', { name: 'Fechar' }).click()
      await noDialog(page)

      await row().getByRole('button', { name: 'Cancelar a importação' }).click()
      await dialog().getByText('Nenhuma mensagem entrou ainda').waitFor()
      await dialog().getByRole('button', { name: 'Cancelar a importação' }).click()
      await noDialog(page)
      await row().getByText('Importação à espera do celular').waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a number that another connection has is refused by its name, and another number than before is confirmed',
    async () => {
      const [{ id: first } = { id: 0 }] = (await desk.admin.get<{ id: number }[]>('/whatsapp')).body
      const added = await desk.admin.post<{ id: number }>('/whatsapp', {
        name: 'Segunda',
        channel: 'simulator',
      })
      await desk.phones.scan(COMPANY_NUMBER, first)
      await row().getByText('Conectado', { exact: true }).waitFor()
      await desk.phones.scan(COMPANY_NUMBER, added.body.id)
      const other = page.getByRole('row', { name: /Segunda/ })
      await other.getByText('já está na conexão “Principal”').waitFor()
      await row().getByText('Conectado', { exact: true }).waitFor()

      await desk.admin.put(`/whatsappsession/${first}`, {})
      await desk.phones.add('5511900000009', 'Padaria nova', 'own')
      await desk.phones.scan('5511900000009', first)
      await row().getByRole('button', { name: 'Usar este número' }).click()
      await dialog().getByText('tinha o número +55 (11) 90000-0001').waitFor()
      await dialog().getByRole('button', { name: 'Usar o número novo' }).click()
      await row().getByText('Conectado', { exact: true }).waitFor()
      await row().getByText('+55 (11) 90000-0009').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a new one whose file is refused is not made twice, whatever is changed before it is saved again',
    async () => {
      // Only a super user is offered a simulated phone.
      const own = await desk.open()
      await signInByForm(own, ADMIN)
      await own.goto('/connections')
      await own.getByRole('button', { name: 'Adicionar conexão' }).first().click()
      const add = own.getByRole('dialog', { name: 'Adicionar conexão' })
      await add.getByText('Celular simulado').click()
      await add.getByLabel('Nome').fill('Nova')
      await add.getByRole('tab', { name: 'Mensagens' }).click()
      const asked = own.waitForEvent('filechooser')
      await add.getByRole('button', { name: 'Escolher arquivo' }).click()
      const file = { name: 'menu.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') }
      await (await asked).setFiles(file)
      await add.getByRole('button', { name: 'Criar e conectar' }).click()
      await add.getByText('não aceita este tipo de arquivo').waitFor()
      await add.getByRole('button', { name: 'Tirar menu.exe' }).click()
      const question = own.getByRole('dialog', { name: 'Tirar o arquivo?' })
      await question.getByRole('button', { name: 'Tirar', exact: true }).click()
      await question.waitFor({ state: 'detached' })
      await add.getByLabel('Mensagem de saudação').fill('Bom dia!')
      await add.getByRole('button', { name: 'Criar e conectar' }).click()
      await own.getByText('Conectar “Nova”').waitFor()
      expect(await own.getByRole('row', { name: /Nova/ }).count()).toBe(1)
    },
    STEP_TIMEOUT_MS,
  )
})
