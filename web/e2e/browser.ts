import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ARTEFACTS = join(ROOT, 'artifacts')
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Rules of WCAG 2.2 AA that axe checks. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A real Chromium, out of an npm package. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await sparticuz.executablePath(),
    // one process would be for machines with less than this project asks for
    args: [
      ...sparticuz.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote'),
      '--no-sandbox',
    ],
    headless: true,
  })

/** Keeps a picture of the page under `artifacts/`, for people to look at. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  await mkdir(ARTEFACTS, { recursive: true })
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), animations: 'disabled' })
}

/** Signs in by the form, in Portuguese, where no proof of being human is asked for. */
export const enter = async (
  page: Page,
  url: string,
  who: { readonly email: string; readonly password: string },
): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Senha', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('link', { name: 'Atendimentos' }).waitFor()
}

export interface Violation {
  readonly rule: string
  readonly where: readonly string[]
}

/** What axe finds wrong with the page as it stands. */
export const accessibility = async (page: Page): Promise<Violation[]> => {
  // evaluated, not added as a script: the page's policy forbids inline scripts
  if (!(await page.evaluate(() => 'axe' in window))) {
    const { readFile } = await import('node:fs/promises')
    await page.evaluate(await readFile(AXE, 'utf8'))
  }
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          context: Document,
          options: unknown,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } })
    return violations.map(({ id, nodes }) => ({
      rule: id,
      where: nodes.slice(0, 4).map(({ html }) => html.slice(0, 200)),
    }))
  }, TAGS)
}

/** What went wrong in the page's own console, except answers that are part of the story (no session yet). */
export const watchConsole = (page: Page): string[] => {
  const problems: string[] = []
  page.on('pageerror', (failure) => problems.push(String(failure)))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    if (/status of (401|403|404|409)/.test(message.text())) return
    problems.push(message.text())
  })
  return problems
}
