import { readFile } from 'node:fs/promises'
import type { ImportRecord } from '@guiche/contracts/contact/imports.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  checkAccessibility,
  chooseEntry,
  holdNextRequest,
  keepPictures,
  noDialog,
  watchConsole,
} from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'
import { importKnownContacts, mergeDuplicates } from './known-contacts.js'

describe('contacts', () => {
  let desk: Desk
  let page: Page

  beforeAll(async () => {
    // Messages before the linking fill the phone's address book.
    desk = await startDesk({
      beforeLink: (phones) => phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Oi! Guardem o meu número.'),
    })
    page = desk.page
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())
  const dialog = () => page.getByRole('dialog')
  const inRow = (name: string) => page.getByRole('row').filter({ hasText: name })
  const importing = async () => {
    await page.getByRole('button', { name: 'Importar', exact: true }).click()
    await dialog().getByText('Importar contatos').waitFor()
  }
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const asked = page.waitForEvent('filechooser')
    await dialog().getByRole('button', { name: 'Escolher arquivo' }).click()
    await (await asked).setFiles(file)
  }
  const saved = async (press: () => Promise<void>): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return readFile(await download.path(), 'utf8')
  }

  const sheet = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  it(
    'whom the phone knows are imported',
    async () => {
      await page.goto('/contacts')
      await importing()
      await keepPictures(page, 'contacts-import')
      await dialog().getByRole('button', { name: 'Importar do celular' }).click()
      await dialog().getByText('Importação terminada.').waitFor()
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
      await inRow('Caio Prado').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a spreadsheet is shown first, then imported, and every row is told of',
    async () => {
      // A page of its own: its frames pass through this process, which is too slow for the long import below.
      page = await desk.page.context().newPage()
      watchConsole(page, desk.problems)
      // held frames about imports; null: frames are not held
      let held: (() => void)[] | null = null
      await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer()
        server.onMessage((frame) => {
          if (held !== null && frame.toString().includes('-contactImport"'))
            held.push(() => socket.send(frame))
          else socket.send(frame)
        })
      })
      await page.goto('/contacts')
      await importing()
      // A second file is chosen while the first one is being uploaded.
      const first = await holdNextRequest(page, '**/api/contacts/upload')
      await choose(sheet('outros.csv', 'numero\n5511971000009'))
      const reading = await first()
      const asked = page.waitForEvent('filechooser')
      await dialog().getByRole('button', { name: 'Trocar arquivo' }).click()
      const text =
        'nome;numero;email;cidade\nAna;+55 11 97100-0001;ana@exemplo.com;Santos\nBia;12;;\nAna 2;5511971000001;;\nEva;33 98765-4321;;'
      await (await asked).setFiles(sheet('contatos.csv', text))
      await dialog().getByText('4 linhas. 1 inválida. 1 repetida.').waitFor()
      await dialog().getByText('Linha 5: o número parece estar sem o código do país.').waitFor()
      const read = page.waitForResponse('**/api/contacts/upload')
      await reading.continue()
      await (await read).finished()
      await dialog().getByText('Não é importada: cidade').waitFor()
      await dialog().getByText('4 linhas. 1 inválida. 1 repetida.').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'contacts-import-preview')
      held = []
      const begun = page.waitForResponse('**/api/contacts/upload')
      await dialog().getByRole('button', { name: 'Importar 2 contatos' }).click()
      // The dialog shows the progress of the response without any frame: the process may have imported some rows by then.
      const { status, done, total } = ((await (await begun).json()) as { import: ImportRecord }).import
      expect(total).toBe(4)
      await dialog()
        .getByText(status === 'running' ? `${done} de 4.` : 'Importação terminada.')
        .waitFor()
      for (const send of held) send()
      held = null
      await dialog().getByText('Importação terminada.').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'contacts-import-done')
      const report = await saved(() =>
        dialog().getByRole('button', { name: 'Baixar o resultado de cada linha' }).click(),
      )
      expect(
        report
          .split('\r\n')
          .slice(1, 4)
          .map((line) => line.split(';').slice(0, 2)),
      ).toEqual([
        ['2', 'criado'],
        ['3', 'número inválido'],
        ['4', 'repetido'],
      ])
      const { body } = await desk.admin.get<{ id: string }[]>('/contacts/imports')
      const spanish = await fetch(`${desk.url}/api/contacts/imports/${body[0]?.id}/report`, {
        headers: { authorization: `Bearer ${desk.admin.token}`, 'accept-language': 'es' },
      })
      expect((await spanish.text()).split('\r\n').slice(0, 2)).toEqual([
        'fila;resultado;contacto',
        expect.stringMatching(/^2;creado;/),
      ])
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
      await inRow('Ana').waitFor()
      await page.close()
      page = desk.page
      await inRow('Ana').waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a damaged old spreadsheet is refused with what to do, and of a sheet without titles the columns are chosen',
    async () => {
      await importing()
      await choose({
        name: 'contatos.xls',
        mimeType: 'application/vnd.ms-excel',
        buffer: Buffer.from('d0cf11e0a1b11ae1000000', 'hex'),
      })
      await dialog().getByText('Salve a planilha como .xlsx ou .csv').waitFor()
      // the console's message about the refusal
      expect(desk.problems.splice(0)).toEqual([expect.stringContaining('400')])
      await choose(sheet('clientes.csv', 'Quem;Zap\nRui;11 97100-0003'))
      await dialog().getByText('Escolha a coluna que tem os números.').waitFor()
      await dialog().getByRole('combobox', { name: 'Número' }).click()
      await page.locator('.ant-select-item-option').filter({ hasText: 'Zap' }).last().click()
      await dialog().getByText('1 linha. 1 inválida.').waitFor()
      await dialog().getByRole('checkbox').check()
      await dialog().getByRole('button', { name: 'Importar 1 contato' }).waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await page.keyboard.press('Escape')
      await noDialog(page)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the list is saved as a CSV file',
    async () => {
      const text = await saved(() => page.getByRole('button', { name: 'Exportar CSV' }).click())
      expect(text.charCodeAt(0)).toBe(0xfeff)
      expect(text).toContain('Ana;55 11 97100 0001;ana@exemplo.com')
      await keepPictures(page, 'contacts')
      await importKnownContacts(desk, text)
      await page.route('**/api/contacts/export*', (route) => route.abort(), { times: 1 })
      await page.getByRole('button', { name: 'Exportar CSV' }).click()
      await page.getByText('Sem resposta do servidor').waitFor()
      expect(desk.problems.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a person who writes under another spelling of the number is the same contact',
    async () => {
      // Ana's number in the spelling before 2012.
      await desk.phones.add('551171000001', 'Ana Maria')
      await desk.phones.text('551171000001', COMPANY_NUMBER, 'Oi, sou eu')
      await desk.ticketOf('Ana', 'pending')
      await inRow('Ana').filter({ hasText: '+55 (11) 7100-0001' }).waitFor()
      await page.getByRole('button', { name: 'Duplicados' }).click()
      await dialog().getByText('Nenhum duplicado').waitFor()
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
      expect(await inRow('Ana').count()).toBe(1)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'duplicates are united by a click, also by one that comes twice or after a colleague’s',
    async () => {
      await mergeDuplicates(desk, page)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the contact stands beside the conversation, from 1280 pixels on, and above it below that',
    async () => {
      await desk.attend('Bom dia!')
      await page.getByRole('button', { name: 'Caio Prado' }).first().click()
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      await pane.getByText('+55 (11) 98888-7777').waitFor()
      await pane.getByText('Atendimentos anteriores').click()
      await pane.getByText('Nenhum atendimento anterior.').waitFor()
      await pane.getByText('Mídia e arquivos').click()
      await pane.getByText('Nenhum arquivo ainda.').waitFor()
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'contact-pane')
      await page.reload()
      await pane.getByText('+55 (11) 98888-7777').waitFor()
      await pane.getByRole('button', { name: 'Duplicados' }).click()
      await dialog().getByText('Nenhum duplicado').waitFor()
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
      await page.setViewportSize({ width: 1100, height: 800 })
      await page.getByRole('dialog').getByText('+55 (11) 98888-7777').waitFor()
      await page.setViewportSize({ width: 1440, height: 900 })
      await pane.getByRole('button', { name: 'Fechar' }).click()
      await pane.waitFor({ state: 'detached' })
      await page.goto('/contacts')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'the pane of a contact closes once a colleague has erased the contact',
    async () => {
      const { contacts } = (
        await desk.admin.get<{ contacts: { id: number; name: string }[] }>('/contacts?searchParam=')
      ).body
      const one = contacts.find(({ name }) => name !== '' && !name.includes('Caio'))
      if (one === undefined) throw new Error('there is no second contact')
      await inRow(one.name).getByRole('button', { name: one.name }).first().click()
      await dialog().getByText('Atendimentos anteriores').waitFor()
      await desk.admin.delete(`/contacts/${one.id}`)
      await noDialog(page)
      await inRow(one.name).waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an erasure asks first, and tells what went',
    async () => {
      await inRow('Caio Prado').getByRole('button', { name: 'Ações de Caio Prado' }).click()
      await chooseEntry(page, 'Excluir')
      await dialog().getByText('é apagado para sempre').waitFor()
      // Two quick clicks must not erase a person.
      expect(await dialog().getByRole('button', { name: 'Excluir' }).isDisabled()).toBe(true)
      await keepPictures(page, 'contacts-erase')
      await dialog().getByLabel('Digite Caio Prado para excluir').fill('caio prado')
      await dialog().getByRole('button', { name: 'Excluir' }).click()
      await dialog().getByText('Isto foi apagado de Caio Prado').waitFor()
      await keepPictures(page, 'contacts-erased')
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
      await inRow('Caio Prado').waitFor({ state: 'detached' })
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'an import that runs is cancelled: what was done stays, the rest is told as cancelled',
    async () => {
      await importing()
      // more rows than are imported while the pictures are taken
      const rows = Array.from({ length: 20_000 }, (_, n) => `Pessoa ${n};55119${72_000_000 + n};`)
      const buffer = Buffer.from(['nome;numero;email', ...rows].join('\n'))
      await choose({ name: 'muitos.csv', mimeType: 'text/csv', buffer })
      await dialog().getByRole('button', { name: 'Importar 20.000 contatos' }).click()
      await dialog().getByText('Você pode fechar: a importação continua.').waitFor()
      // Returning to the page shows the import, and no second one can be started.
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
      await noDialog(page)
      await importing()
      await dialog().getByText('A empresa faz uma importação por vez.').waitFor()
      await keepPictures(page, 'contacts-import-running')
      await dialog().getByRole('button', { name: 'Cancelar a importação' }).click()
      const asked = dialog().filter({ hasText: 'O que já foi importado fica.' })
      await asked.getByRole('button', { name: 'Cancelar a importação' }).click()
      await dialog().getByText('Importação cancelada.').waitFor()
      await keepPictures(page, 'contacts-import-cancelled')
      // The remaining rows are reported a moment later.
      await desk.phones.until(async () => {
        const report = await saved(() =>
          dialog().getByRole('button', { name: 'Baixar o resultado de cada linha' }).click(),
        )
        return report.includes('\r\n20001;cancelado') || undefined
      })
      expect(desk.problems).toEqual([])
      await dialog().getByRole('button', { name: 'Fechar', exact: true }).last().click()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'whom WhatsApp does not know is told at the first message, and until the number is put right',
    async () => {
      await page.getByRole('button', { name: 'Iniciar atendimento com Pessoa 0', exact: true }).click()
      await dialog().getByRole('button', { name: 'Iniciar', exact: true }).click()
      await page.getByPlaceholder('Mensagem').fill('Bom dia!')
      await page.keyboard.press('Enter')
      const outside = page.getByRole('button', { name: 'CONTATO FORA DO WHATSAPP' })
      await outside.waitFor()
      expect(await outside.isDisabled()).toBe(true)
      expect(await page.getByPlaceholder('Mensagem').count()).toBe(0)
      expect(await checkAccessibility(page)).toEqual([])
      await keepPictures(page, 'contact-outside')
      await page.getByRole('button', { name: 'Pessoa 0', exact: true }).first().click()
      const pane = page.getByRole('complementary', { name: 'Dados do contato' })
      await pane.getByRole('button', { name: 'CONTATO FORA DO WHATSAPP' }).waitFor()
      await desk.phones.add('5511966665555', 'Pessoa Zero')
      await pane.getByRole('button', { name: 'Editar contato' }).click()
      await dialog().getByLabel('Número').fill('5511966665555')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await page.getByPlaceholder('Mensagem').waitFor()
      expect(await outside.count()).toBe(0)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
