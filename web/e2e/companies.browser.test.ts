import { signIn } from '@guiche/launcher/testing/client.js'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, clickInList, keepPictures, noDialog, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

const RUI = { name: 'Rui', email: 'rui@padaria.test', password: 'um mar calmo' }
const BOSS = { name: 'Padaria Central', email: 'boss@padaria.test' }

/** The super user's settings: plans and companies. Also the plan as a company sees it. */
describe('companies and plans', () => {
  let place: Place
  let page: Page
  beforeAll(async () => {
    place = await startPlace()
    page = await place.open({ colorScheme: 'light', reducedMotion: 'reduce' })
    await signInByForm(page, ADMIN)
    page.setDefaultTimeout(15_000)
    await page.goto('/settings')
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const choose = async (field: string, entry: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await clickInList(page, page.locator('.ant-select-dropdown:visible').getByText(entry, { exact: true }))
  }

  it(
    'a plan is made, and shown in its table',
    async () => {
      await tab('Planos').click()
      await page.getByText('Nenhum plano ainda').waitFor()
      await page.getByRole('button', { name: 'Adicionar plano' }).first().click()
      await dialog().getByLabel('Nome').fill('Básico')
      await dialog().getByLabel('Usuários').fill('2')
      await dialog().getByLabel('Conexões').fill('1')
      await dialog().getByLabel('Filas').fill('5')
      await dialog().getByLabel('Valor').fill('99,90')
      await choose('Uso Interno', 'Não')
      await keepPictures(page, 'plan-dialog')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await row('Básico').getByText('R$ 99,90').waitFor()
      await row('Básico').getByText('Não', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Adicionar plano' }).click()
      await dialog().getByLabel('Nome').fill('Mínimo')
      await dialog().getByLabel('Usuários').fill('1')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await row('Mínimo').waitFor()
      await keepPictures(page, 'plans')
      expect(await checkAccessibility(page)).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a help video is published by its address, shown to all at once, and played in a dialog that Escape closes',
    async () => {
      await page.route('https://www.youtube-nocookie.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>O vídeo</p>' }),
      )
      const viewer = await page.context().newPage()
      await viewer.goto('/helps')
      await viewer.getByText('Nenhum vídeo de ajuda ainda').waitFor()
      await tab('Ajuda').click()
      await page.getByRole('button', { name: 'Adicionar vídeo' }).first().click()
      await dialog().getByLabel('Título').fill('Primeiros passos')
      await dialog().getByLabel('Código do vídeo').fill('https://evil.example/a-b_c1D2e3F')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await dialog().getByText('Este valor não foi aceito.').waitFor()
      await dialog().getByLabel('Código do vídeo').fill('https://youtu.be/a-b_c1D2e3F?si=1')
      await dialog().getByLabel('Descrição').fill('Como atender o primeiro cliente.')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await row('Primeiros passos').getByText('a-b_c1D2e3F', { exact: true }).waitFor()
      await viewer.getByRole('heading', { name: 'Primeiros passos' }).waitFor()
      await viewer.close()

      await page.goto('/helps')
      const play = page.getByRole('button', { name: 'Assistir: Primeiros passos' })
      await play.waitFor()
      await keepPictures(page, 'helps')
      expect(await checkAccessibility(page)).toEqual([])
      await play.click()
      const frame = page.frameLocator('iframe[title="Primeiros passos"]')
      await frame.getByText('O vídeo').waitFor()
      const { src } = await dialog()
        .locator('iframe')
        .evaluate((element) => ({ src: (element as HTMLIFrameElement).src }))
      expect(src).toBe('https://www.youtube-nocookie.com/embed/a-b_c1D2e3F?rel=0')
      await keepPictures(page, 'help-video')
      await page.keyboard.press('Escape')
      await noDialog(page)
      expect(await play.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.goto('/settings')
    },
    STEP_TIMEOUT_MS,
  )

  let password: string
  it(
    'a company is made, and its password is shown once',
    async () => {
      await tab('Cadastrar Empresa').click()
      await page.getByRole('button', { name: 'Salvar' }).click()
      await page.getByText('Preencha este campo.').first().waitFor()
      await page.getByLabel('Nome', { exact: true }).fill(BOSS.name)
      await page.getByLabel('E-mail').fill(BOSS.email)
      await choose('Plano', 'Básico')
      // Typed values stay while another tab is open.
      await tab('Planos').click()
      await row('Básico').waitFor()
      await tab('Cadastrar Empresa').click()
      expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe(BOSS.name)
      await keepPictures(page, 'new-company')
      expect(await checkAccessibility(page)).toEqual([])
      await page.getByRole('button', { name: 'Salvar' }).click()
      password = await page.getByRole('textbox', { name: 'Senha', exact: true }).inputValue()
      expect(password).toMatch(/^\w{16}$/)
      await keepPictures(page, 'first-password')
      expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a company is listed with what it uses, marked by its due date, and moved on by it: M8',
    async () => {
      const setDue = async (day: string) => {
        await row(BOSS.name).getByRole('button', { name: 'Editar' }).click()
        await dialog().getByLabel('Vencimento').fill(day)
        await page.keyboard.press('Tab')
        await dialog().getByRole('button', { name: 'Salvar' }).click()
        await noDialog(page)
      }
      await tab('Empresas').click()
      await setDue('31/01/2026')
      await row(BOSS.name).getByText('31/01/2026').waitFor()
      await row(BOSS.name).getByText('1 / 2').waitFor()
      expect(await row(BOSS.name).getAttribute('data-tone')).toBe('failed')
      await keepPictures(page, 'companies')
      expect(await checkAccessibility(page)).toEqual([])
      // In a usual window, the buttons of the rows cover no column.
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const outOfSight = await page
          .getByRole('table')
          .evaluate(({ parentElement: box }) => (box === null ? null : box.scrollWidth - box.clientWidth))
        expect({ width, outOfSight }).toEqual({ width, outOfSight: 0 })
      }
      for (const day of ['28/02/2026', '31/03/2026', '30/04/2026']) {
        await page.getByRole('button', { name: `+ Vencimento de ${BOSS.name}` }).click()
        await row(BOSS.name).getByText(day).waitFor()
      }
      await page.getByRole('searchbox').or(page.getByLabel('Pesquisar empresas')).first().fill('nobody')
      await row(BOSS.name).waitFor({ state: 'detached' })
      await page.getByLabel('Pesquisar empresas').fill('padaria')
      await row(BOSS.name).waitFor()
      await setDue('31/12/2099')
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a super user visits the desk of the company, which is told of it',
    async () => {
      const banner = page.getByRole('region', { name: 'Visita' })
      await page.goto('/settings?tab=companies')
      await row(BOSS.name)
        .getByRole('button', { name: `Visitar ${BOSS.name}` })
        .click()
      await dialog().getByRole('button', { name: 'Abrir o painel' }).click()
      await dialog().getByText('Preencha este campo.').first().waitFor()
      await choose('No lugar de', BOSS.name)
      await dialog().getByLabel('Motivo').fill('O cliente pediu ajuda com as filas')
      await keepPictures(page, 'visit-dialog')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Abrir o painel' }).click()
      await banner.getByText(`Você está no painel de ${BOSS.name}`, { exact: false }).waitFor()
      for (const path of ['/users', '/tickets', '/subscription']) {
        await page.goto(path)
        await banner.getByText('Motivo: O cliente pediu ajuda', { exact: false }).waitFor()
      }
      await keepPictures(page, 'visit')
      expect(await checkAccessibility(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await banner.getByRole('button', { name: 'Sair agora' }).waitFor()
      await keepPictures(page, 'visit-narrow')
      await page.setViewportSize({ width: 1280, height: 800 })
      await banner.getByRole('button', { name: 'Sair agora' }).click()
      await tab('Empresas').waitFor()
      expect(await banner.count()).toBe(0)
      const boss = await place.open()
      await signInByForm(boss, { ...BOSS, password })
      const notice = boss.getByRole('status').filter({ hasText: 'abriu o painel da sua empresa' })
      await notice.waitFor()
      await keepPictures(boss, 'visit-notice')
      await notice.getByRole('link', { name: 'Ver na auditoria' }).click()
      await boss.getByText('(suporte da plataforma) abriu o painel no lugar de', { exact: false }).waitFor()
      await boss.getByText('terminou: o visitante saiu', { exact: false }).waitFor()
      await keepPictures(boss, 'visit-audit')
      expect(await notice.count()).toBe(0)
      await boss.close()
      await tab('Empresas').click()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a smaller plan says what is too much and who only reads; its people see it: M11',
    async () => {
      let boss = await place.open()
      await signInByForm(boss, { ...BOSS, password })
      await boss.goto('/users')
      expect(await boss.getByText('Usuários do plano').count()).toBe(0)
      await boss.getByRole('button', { name: 'Adicionar usuário' }).first().click()
      await boss.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('Rui')
      await boss.getByRole('dialog').getByLabel('E-mail').fill('rui@padaria.test')
      await boss.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
      await boss.getByText('Usuários do plano: 2 de 2').waitFor()
      await boss.keyboard.press('Escape')
      const client = await signIn(place.url, BOSS.email, password)
      const { users } = (await client.get<{ users: { id: number; name: string }[] }>('/users')).body
      const id = users.find(({ name }) => name === RUI.name)?.id
      expect((await client.put(`/users/${id}`, RUI)).status).toBe(200)
      // That sign-in has ended the session of the page.
      await boss.close()
      boss = await place.open()
      await signInByForm(boss, { ...BOSS, password })
      await boss.goto('/users')
      await page.reload()
      await tab('Empresas').click()
      await row(BOSS.name).getByRole('button', { name: 'Editar' }).click()
      await choose('Plano', 'Mínimo')
      await page.getByText('Este plano é menor: 1 usuário a mais').waitFor()
      await page.getByText('só pode ler: Rui', { exact: false }).waitFor()
      await keepPictures(page, 'smaller-plan')
      expect(await checkAccessibility(page)).toEqual([])
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await row(BOSS.name).getByText('Mínimo').waitFor()
      await boss.reload()
      await boss.getByText('Usuários do plano: 2 de 1').waitFor()
      await keepPictures(boss, 'usage-notice')
      expect(await checkAccessibility(boss)).toEqual([])
      // A user without a seat is told why, and whom to ask. The app offers no action that would be refused.
      const rui = await place.open()
      await signInByForm(rui, RUI)
      await rui
        .getByText('O plano da empresa tem lugar para 1, e você só pode ler.', { exact: false })
        .waitFor()
      await rui.getByText(`Peça um lugar a ${BOSS.name}.`, { exact: false }).waitFor()
      expect(await rui.getByRole('button', { name: 'Novo' }).count()).toBe(0)
      expect(await rui.getByRole('button', { name: 'Selecionar vários' }).count()).toBe(0)
      await keepPictures(rui, 'without-seat')
      expect(await checkAccessibility(rui)).toEqual([])
      await rui.goto('/contacts')
      await rui.getByRole('button', { name: 'Exportar' }).waitFor()
      expect(await rui.getByRole('button', { name: 'Importar' }).count()).toBe(0)
      await rui.goto('/tags')
      await rui.getByRole('heading', { name: 'Etiquetas' }).waitFor()
      expect(await rui.getByRole('button', { name: 'Adicionar etiqueta' }).count()).toBe(0)
      await rui.close()
    },
    STEP_TIMEOUT_MS,
  )

  it('M14: a company is erased by its typed name, with progress and a report; its people are out at once', async () => {
    const boss = await place.open()
    await signInByForm(boss, { ...BOSS, password })
    await page.reload()
    await tab('Empresas').click()
    const erase = page.getByRole('button', { name: `Apagar empresa ${BOSS.name}` })
    await erase.focus()
    // The super user's own company has no such button.
    expect(await page.getByRole('button', { name: /^Apagar empresa/ }).count()).toBe(1)
    await page.keyboard.press('Enter')
    await dialog().getByText('Tudo desta empresa será apagado, para sempre').waitFor()
    const field = dialog().getByLabel('Para apagar, digite o nome da empresa')
    await field.fill(BOSS.name.toLowerCase())
    await page.keyboard.press('Enter')
    await dialog().getByText('Digite o nome exatamente como ele está escrito.').waitFor()
    await keepPictures(page, 'erase-company')
    expect(await checkAccessibility(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await keepPictures(page, 'erase-company-narrow')
    await field.fill(BOSS.name)
    await page.keyboard.press('Enter')
    await dialog().getByRole('progressbar').or(dialog().getByText('Itens do cofre')).first().waitFor()
    await keepPictures(page, 'erasing-company')
    await boss.getByRole('button', { name: 'Entrar' }).waitFor()
    await dialog().getByText('Itens do cofre').waitFor({ timeout: 60_000 })
    await keepPictures(page, 'erased-company-narrow')
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog().getByRole('button', { name: 'Fechar' }).last().click()
    await noDialog(page)
    await row(BOSS.name).waitFor({ state: 'detached' })
    await page.getByText(/^Empresa \d+: apagada em/).click()
    await page.getByText('Itens do cofre').waitFor()
    await keepPictures(page, 'erased-companies')
    expect(await checkAccessibility(page)).toEqual([])
    await boss.goto('/login')
    await boss.getByLabel('E-mail').fill(BOSS.email)
    await boss.getByLabel('Senha', { exact: true }).fill(password)
    await boss.getByRole('button', { name: 'Entrar' }).click()
    await boss.getByRole('alert').first().waitFor()
  }, 120_000)
})
