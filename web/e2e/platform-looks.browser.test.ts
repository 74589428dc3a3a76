import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { signIn } from '../../launcher/testing/client.js'
import { ADMIN } from '../../launcher/testing/product-process.js'
import { checkAccessibility, clickInList, keepPictures, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

const AGENT = { name: 'Caio Lima', email: 'caio@guiche.test', password: 'segredo-3' }
const SAVED = 'Operação atualizada com sucesso.'
const HOSTILE = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80" onload="document.title='taken'">
  <script>document.title = 'taken'</script>
  <rect width="300" height="80" rx="16" fill="#0b5a8a"/><text x="30" y="52" font-size="36" fill="#ffffff">Acme</text>
</svg>`

describe('what super users set for the platform', () => {
  let place: Place
  /** page of the super user */
  let page: Page
  /** page of an agent who may only read the company's settings */
  let agent: Page

  beforeAll(async () => {
    place = await startPlace()
    const admin = await signIn(place.url, ADMIN.email, ADMIN.password)
    await admin.post('/users', AGENT)
    page = await place.open({ colorScheme: 'light', reducedMotion: 'reduce' })
    agent = await place.open({ colorScheme: 'light', reducedMotion: 'reduce' })
    await signInByForm(page, ADMIN)
    await signInByForm(agent, AGENT)
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  const tab = (name: string) => page.getByRole('tab', { name }).click()
  /** The brand colour of a page. */
  const brandOf = (shown: Page) =>
    shown.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--g-brand').trim())
  const isBranded = (shown: Page, color: string) =>
    shown.waitForFunction(
      (wanted) => getComputedStyle(document.documentElement).getPropertyValue('--g-brand').trim() === wanted,
      color,
    )

  it(
    'the registration, the days of trial, and the billing systems of their company, whose keys are not told again',
    async () => {
      await page.goto('/settings')
      const platform = page.getByRole('region', { name: 'Plataforma' })
      const saved = () => page.getByText(SAVED).first().waitFor()
      await Promise.all([saved(), platform.getByRole('switch', { name: 'Cadastro aberto' }).click()])
      await platform.getByRole('switch', { name: 'Cadastro aberto', checked: true }).waitFor()
      await platform.getByRole('combobox', { name: 'Dias de teste' }).click()
      await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/settings/trial')),
        clickInList(page, page.getByTitle('7', { exact: true })),
      ])
      await page.reload()
      await platform.getByRole('switch', { name: 'Cadastro aberto', checked: true }).waitFor()
      await platform.getByTitle('7', { exact: true }).waitFor()

      const billing = page.getByRole('region', { name: 'Sistemas de cobrança' })
      await billing.getByRole('button', { name: 'Configurar: IXC Soft' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Endereço do IXC').fill('http://ixc.test')
      await dialog.getByLabel('Token do IXC').fill('canario-do-ixc')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.getByText('Use um endereço https, como https://exemplo.com.br.').waitFor()
      await dialog.getByLabel('Endereço do IXC').fill('https://ixc.test')
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.waitFor({ state: 'detached' })
      await billing.getByText('Configurado', { exact: true }).waitFor()
      await billing.getByRole('button', { name: 'Configurar: IXC Soft' }).click()
      expect(await dialog.getByLabel('Token do IXC').inputValue()).toBe('••••••••')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await page.content()).not.toContain('canario-do-ixc')
      await keepPictures(page, 'settings-platform')
      expect(await checkAccessibility(page)).toEqual([])

      await agent.goto('/settings')
      await agent.getByText('Só um administrador pode alterar.').waitFor()
      expect(await agent.getByRole('tab').allTextContents()).toEqual(['Opções'])
      expect(await agent.getByText('Plataforma').count()).toBe(0)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a logo: what is missing is told, a hostile drawing becomes a picture, and everybody sees it at once',
    async () => {
      await tab('Logo')
      const send = page.getByRole('button', { name: 'Enviar', exact: true })
      await send.click()
      await page.getByText('Escolha um destino!').waitFor()
      const aim = async (destination: string) => {
        await page.getByRole('combobox', { name: 'Destino' }).click()
        await clickInList(page, page.locator(`.ant-select-item[title="${destination}"]`))
      }
      const choose = async (name: string, content: Buffer | string) => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: /Escolher arquivo|^logo/ }).click()
        await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) })
      }
      await aim('Menu e telas internas')
      await send.click()
      await page.getByText('Escolha um arquivo!').waitFor()
      for (const name of ['logo.gif', 'logo.png']) {
        await choose(name, 'GIF89a')
        await send.click()
        await page.getByText('Use somente arquivos em formato PNG, ICO ou SVG!').waitFor()
      }
      const vast = sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#ffffff' } })
      await choose('logo.png', await vast.png().toBuffer())
      await send.click()
      await page.getByText(/no máximo 2 MB e 16 milhões de pixels/).waitFor()

      for (const destination of ['Menu e telas internas', 'Tela de entrada']) {
        if (destination !== 'Menu e telas internas') await aim(destination)
        await choose('logo.svg', HOSTILE)
        await Promise.all([
          page.getByText('Arquivo enviado com sucesso!').first().waitFor(),
          page.waitForResponse((response) => response.url().includes('media-upload')),
          send.click(),
        ])
        await page.getByRole('button', { name: `Usar o do Guichê: ${destination}` }).waitFor()
      }
      const own = agent.getByRole('complementary').locator('img')
      await own.waitFor()
      const address = (await own.getAttribute('src')) ?? ''
      const file = await fetch(`${place.url}${address}`)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({ format: 'png' })

      const stranger = await place.open()
      await stranger.goto('/login')
      await stranger.locator('header img').waitFor()
      expect(await stranger.title()).not.toBe('taken')
      await stranger.context().close()
      await keepPictures(page, 'settings-logo')
      expect(await checkAccessibility(page)).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'a colour: one that cannot be read is refused with the nearest; the window shows it at once, others once it is saved',
    async () => {
      await tab('Cores')
      const ours = await brandOf(agent)
      const light = page.getByRole('form', { name: 'Tema claro' })
      const field = light.getByLabel('Cor em #rrggbb')
      await field.fill('#ffd600')
      await light.getByText(/o contraste é 1[.,]2, e precisa ser 4,5 ou mais/).waitFor()
      expect(await light.getByRole('button', { name: 'Salvar' }).isDisabled()).toBe(true)
      expect(await brandOf(page)).toBe(ours)
      await light.getByRole('button', { name: /^Usar #/ }).click()
      const nearest = await field.inputValue()
      await isBranded(page, nearest)
      await field.fill('#7a3fb8')
      await isBranded(page, '#7a3fb8')
      expect(await brandOf(agent)).toBe(ours)
      // Unsaved changes are lost with the page.
      await tab('Logo')
      await isBranded(page, ours)
      await tab('Cores')
      await field.fill('#7a3fb8')
      await Promise.all([
        page.getByText(SAVED).first().waitFor(),
        light.getByRole('button', { name: 'Salvar' }).click(),
      ])
      await isBranded(agent, '#7a3fb8')
      await agent.reload({ waitUntil: 'commit' })
      await isBranded(agent, '#7a3fb8')
      await agent.getByRole('link', { name: 'Atendimentos' }).waitFor()
      await keepPictures(page, 'settings-colors')
      expect(await checkAccessibility(page)).toEqual([])
      for (const shown of ['/settings', '/quick-messages', '/tickets']) {
        await agent.goto(shown)
        await agent.getByRole('link', { name: 'Atendimentos' }).waitFor()
        expect(await checkAccessibility(agent, undefined, 'colours')).toEqual([])
      }
      await agent.getByText('Escolha um atendimento').waitFor()
      await keepPictures(agent, 'branded-agent')
      await light.getByRole('button', { name: 'Usar a do Guichê' }).click()
      await isBranded(agent, ours)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'by their address tabs of super users lead others home',
    async () => {
      await agent.goto('/settings?tab=logo')
      await agent.getByText('Sem permissão para acessar!').waitFor()
      await agent.waitForURL((url) => !url.pathname.startsWith('/settings'))
      // the refused files
      expect(place.problems.filter((problem) => !/status of 41[35]/.test(problem))).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
