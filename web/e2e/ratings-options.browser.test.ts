import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPicture, keepPictures } from './browser.js'
import {
  COMPANY_NUMBER,
  CUSTOMER_NUMBER,
  type Desk,
  START_TIMEOUT_MS,
  STEP_TIMEOUT_MS,
  startDesk,
} from './desk.js'

interface Option {
  readonly id: number
  readonly title: string
  readonly option: string
  readonly parentId: number | null
}

/** The options of a queue with their test chat, reminders for customers who do not answer, and the ratings. */
describe('menus, reminders and ratings', () => {
  let desk: Desk
  let page: Page
  let queueId: number

  beforeAll(async () => {
    desk = await startDesk({ context: { colorScheme: 'light', reducedMotion: 'reduce' } })
    page = desk.page
    const body = { name: 'Financeiro', color: '#2277cc', greetingMessage: 'Fale com o Financeiro' }
    queueId = (await desk.admin.post<{ id: number }>('/queue', body)).body.id
  }, START_TIMEOUT_MS)
  afterAll(() => desk?.stop())

  const dialog = () => page.getByRole('dialog')
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  const item = (title: string) =>
    dialog()
      .getByRole('row')
      .filter({ has: page.getByText(title, { exact: true }) })
  const options = async () => {
    const { body } = await desk.admin.get<Option[]>(`/queue-options?queueId=${queueId}`)
    const shown = (parentId: number | null): string =>
      body
        .filter((one) => one.parentId === parentId)
        .sort((a, b) => Number(a.option) - Number(b.option))
        .map(({ id, title, option }) => `${option}${title}(${shown(id)})`)
        .join(' ')
    return shown(null)
  }
  /** The rows of the page: level, number and title. */
  const rows = () =>
    dialog()
      .locator('[data-option]')
      .evaluateAll((all) =>
        all.map(
          (row) =>
            `${row.getAttribute('aria-level')}${row.querySelector('.tabular')?.textContent}${row.querySelector('strong')?.textContent}`,
        ),
      )
  /** The rows for a tree of options such as `1Boleto(1Atual())`. */
  const rowsOf = (wanted: string): string[] => {
    let level = 1
    return [...wanted.matchAll(/(\d\w+)\(|\)/g)].flatMap(([, option]) => {
      level += option === undefined ? -1 : 1
      return option === undefined ? [] : `${level - 1}${option}`
    })
  }
  /** Waits until the tree is stored and shown like this: number, title, and children in brackets. */
  const stand = (wanted: string) =>
    desk.phones.until(async () => {
      const same = (await options()) === wanted
      return same && (await rows()).join() === rowsOf(wanted).join() ? true : undefined
    })
  const enter = async (title: string, message: string) => {
    await dialog().getByLabel('Título').fill(title)
    await dialog().getByLabel('Mensagem', { exact: true }).fill(message)
  }
  const add = async (button: string, title: string, message: string) => {
    await press(button)
    await enter(title, message)
    await press('Salvar opção')
    await dialog().getByLabel('Título').waitFor({ state: 'detached' })
    await item(title).waitFor()
  }
  const chat = () => dialog().getByRole('log')
  const answers = async (text: string, said: string) => {
    await dialog().getByRole('textbox', { name: 'Resposta do contato' }).fill(text)
    await dialog().getByRole('textbox', { name: 'Resposta do contato' }).press('Enter')
    await chat().getByText(said).last().waitFor()
  }

  it(
    'has the options of a queue in its dialog, which are made, nested, moved by keys and deleted',
    async () => {
      await page.goto('/queues')
      await page.getByRole('row', { name: 'Financeiro' }).getByRole('button', { name: 'Editar' }).click()
      await dialog().getByRole('tab', { name: 'Opções' }).click()
      await dialog().getByText('Nenhuma opção ainda').waitFor()
      await add('Adicionar opção', 'Boleto', 'Qual boleto?')
      await add('Adicionar opção', 'Notas', 'Enviamos por e-mail.')
      await add('Adicionar opção abaixo de Boleto', 'Atual', 'Segue o atual.')
      await stand('1Boleto(1Atual()) 2Notas()')

      await item('Notas').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await stand('1Notas() 2Boleto(1Atual())')
      await item('Notas').waitFor()
      await item('Boleto').focus()
      await page.keyboard.press('Alt+ArrowRight')
      await stand('1Notas(1Boleto(1Atual()))')
      await item('Boleto').focus()
      await page.keyboard.press('Alt+ArrowLeft')
      await stand('1Notas() 2Boleto(1Atual())')

      await item('Atual').dragTo(item('Notas'), { targetPosition: { x: 60, y: 3 } })
      await stand('1Atual() 2Notas() 3Boleto()')
      await item('Atual').dragTo(item('Boleto'), { targetPosition: { x: 60, y: 24 } })
      await stand('1Notas() 2Boleto(1Atual())')
      await item('Atual').waitFor()
      await keepPictures(page, 'queue-options')
      expect(await checkAccessibility(page)).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'plays what is not saved yet, and asks before that is lost',
    async () => {
      await press('Começar')
      await chat().getByText('[ 2 ] - Boleto').waitFor()
      await answers('boleto', 'Qual boleto?')
      await answers('0', 'Menu anterior')
      await press('Editar Notas')
      await expect(dialog().getByLabel('Título').inputValue()).resolves.toBe('Notas')
      await enter('Nota fiscal', 'Por qual mês?')
      await press('Recomeçar')
      await chat().getByText('[ 1 ] - Nota fiscal').waitFor()
      await answers('nota fiscal', 'Por qual mês?')
      await chat().getByText('Uma pessoa continua o atendimento.').waitFor()
      await keepPicture(page, 'queue-options-edit')
      expect(await checkAccessibility(page)).toEqual([])
      expect(await options()).toBe('1Notas() 2Boleto(1Atual())')

      await press('Cancelar edição')
      await item('Notas').focus()
      await page.keyboard.press('Delete')
      const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
      await question.getByRole('button', { name: 'Excluir' }).click()
      await stand('1Boleto(1Atual())')
      await item('Boleto').waitFor()
      await press('Editar Boleto')
      await dialog().getByLabel('Título').fill('')
      await press('Salvar opção')
      await dialog().getByText('Preencha este campo').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await dialog().waitFor({ state: 'detached' })
      expect(await options()).toBe('1Boleto(1Atual())')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'plays a queue of bills with a bill that is an example',
    async () => {
      await desk.admin.put('/settings/asaas', { value: 'key' })
      await page.goto('/queues')
      await page.getByRole('row', { name: 'Financeiro' }).getByRole('button', { name: 'Editar' }).click()
      await dialog().getByRole('switch', { name: 'Envia a segunda via de boletos' }).click()
      await keepPicture(page, 'queue-of-bills')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('tab', { name: 'Opções' }).click()
      await dialog().getByText('Esta fila envia boletos').waitFor()
      await press('Começar')
      await chat().getByText('Envie o CPF ou o CNPJ').waitFor()
      await answers('529.982.247-26', 'não é válido')
      await answers('529.982.247-25', 'Aqui o sistema de cobrança é consultado')
      await chat().getByText('R$ 99,90').waitFor()
      await chat().getByText('boleto-1.pdf').waitFor()
      await chat().getByText('o atendimento é fechado').waitFor()
      await keepPicture(page, 'queue-of-bills-tried')
      expect(await checkAccessibility(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await dialog().waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'sets reminders for who does not answer',
    async () => {
      await page.goto('/connections')
      await page.getByRole('row', { name: 'Principal' }).getByRole('button', { name: 'Editar' }).click()
      await dialog().getByRole('tab', { name: 'Filas e prazos' }).click()
      await dialog().getByLabel('Lembrar quem não responde após (minutos)').fill('15')
      await dialog().getByLabel('1º lembrete').fill('Ainda está aí?')
      await dialog().getByLabel('2º lembrete').fill('Vamos fechar em breve.')
      await dialog().getByText('Enviados após 15 e 30 minutos sem resposta').waitFor()
      await dialog().getByRole('switch', { name: 'Contar só o horário de atendimento' }).click()
      await dialog().getByText('Contato que não responde').scrollIntoViewIfNeeded()
      await keepPictures(page, 'inactivity')
      expect(await checkAccessibility(page)).toEqual([])
      await press('Salvar')
      await dialog().waitFor({ state: 'detached' })
      const { body } = await desk.admin.get<object[]>('/whatsapp')
      expect(body[0]).toMatchObject({
        ...{ reminderMinutes: 15, reminderMessage1: 'Ainda está aí?', reminderMessage3: '' },
        ...{ reminderMessage2: 'Vamos fechar em breve.', inactivityInHours: true },
      })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'asks for a rating once more, keeps the comment, and lists who rated what',
    async () => {
      await page.goto('/ratings')
      await page.getByText('Nenhuma avaliação ainda').waitFor()
      await desk.admin.put('/settings/userRating', { value: 'enabled' })
      const ticket = await desk.attend('Quero meu boleto')
      await desk.admin.put(`/tickets/${ticket.id}`, { status: 'closed' })
      const heard = (text: string) =>
        desk.phones.until(async () =>
          (await desk.phones.messages(CUSTOMER_NUMBER, COMPANY_NUMBER)).find((one) =>
            one.text?.includes(text),
          ),
        )
      await heard('Digite de 1 a 3')
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Obrigado')
      await heard('Não entendemos a resposta')
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, '3️⃣')
      await heard('Obrigado pela resposta')
      await desk.phones.text(CUSTOMER_NUMBER, COMPANY_NUMBER, 'Atendimento excelente')
      await page.getByRole('log').getByText('comentário da avaliação').waitFor()
      await keepPicture(page, 'rating-conversation')

      await page.goto('/ratings')
      const row = page.getByRole('row', { name: /Caio Prado/ })
      await row.getByText('Atendimento excelente').waitFor()
      await row.getByText('3 · Muito satisfeito').waitFor()
      await page.getByText('de 3, em 1 avaliação').waitFor()
      await keepPictures(page, 'ratings')
      expect(await checkAccessibility(page)).toEqual([])
      await page.getByRole('combobox', { name: 'Avaliação' }).press('ArrowDown')
      await page.locator('.ant-select-item', { hasText: 'Insatisfeito' }).last().click()
      await page.getByText('Nada com estes filtros').waitFor()
      const tickets = await desk.admin.get<{ count: number }>('/tickets?status=pending&showAll=true')
      expect(tickets.body.count).toBe(0)
      expect(desk.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
