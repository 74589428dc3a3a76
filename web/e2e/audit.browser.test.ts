import { readFile } from 'node:fs/promises'
import { ADMIN } from '@guiche/launcher/testing/product-process.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { checkAccessibility, keepPicture, noDialog, signInByForm } from './browser.js'
import { type Place, START_TIMEOUT_MS, STEP_TIMEOUT_MS, startPlace } from './desk.js'

/** The audit page: values before and after, runs of equal entries, histories, and the export. */
describe('the audit in the browser', () => {
  let place: Place
  let page: Page

  beforeAll(async () => {
    place = await startPlace()
    page = await place.open({
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await signInByForm(page, ADMIN)
  }, START_TIMEOUT_MS)
  afterAll(() => place?.stop())

  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()

  it(
    'says what a change made of what',
    async () => {
      await page.goto('/queues')
      for (const name of ['Suporte', 'Vendas', '=Fiscal']) {
        await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
        await page.getByLabel('Nome').fill(name)
        await save()
        await page.getByRole('cell', { name }).waitFor()
      }
      await page.getByRole('row', { name: 'Suporte' }).getByRole('button', { name: 'Editar' }).click()
      await page.getByLabel('Nome').fill('Ajuda')
      await save()
      await page.getByRole('cell', { name: 'Ajuda' }).waitFor()

      for (const greeting of ['Oi', 'Olá', 'Bom dia']) {
        await page.getByRole('row', { name: 'Vendas' }).getByRole('button', { name: 'Editar' }).click()
        await page.getByLabel('Mensagem de saudação').fill(greeting)
        await save()
        await noDialog(page)
      }

      await page.goto('/audit')
      const run = page.getByRole('button', { name: /alterou a fila Vendas.*e mais 2 vezes/ })
      await run.waitFor()
      // Each created queue has a row of its own.
      for (const name of ['Ajuda', 'Vendas', '=Fiscal']) {
        await page.getByRole('button', { name: new RegExp(`criou a fila ${name}\\.$`) }).waitFor()
      }
      await page.getByRole('button', { name: /alterou a fila Ajuda/ }).click()
      const change = page.getByRole('row', { name: /Nome Suporte Ajuda/ })
      await change.waitFor()
      await keepPicture(page, 'audit-changes-light')
      expect(await checkAccessibility(page)).toEqual([])
      await run.click()
      await page
        .getByRole('button', { name: /alterou a fila Vendas\.$/ })
        .nth(2)
        .waitFor()
      await page.getByRole('button', { name: 'Copiar dados técnicos' }).click()
      await page.getByText('Dados técnicos copiados.').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(JSON.parse(copied)).toMatchObject({ type: 'queue.changed.v1' })
      const area = page.getByRole('combobox', { name: 'Assunto' })
      await area.press('ArrowDown')
      await area.press('Enter')
      await page.getByRole('button', { name: 'Limpar escolha' }).click()
      await page.getByRole('button', { name: 'Limpar escolha' }).waitFor({ state: 'detached' })
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'names a setting, also where no page of settings was opened',
    async () => {
      await page.goto('/settings')
      await page.getByRole('switch', { name: 'Ligações' }).click()
      await page.getByText('Operação atualizada com sucesso.').waitFor()
      await page.goto('/audit')
      await page.getByRole('button', { name: /mudou a configuração Ligações para “Sim”\.$/ }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'shows what happened between two visits',
    async () => {
      await page.goto('/audit')
      await page.getByRole('button', { name: /criou a fila Vendas\.$/ }).waitFor()
      await page.getByRole('link', { name: 'Filas' }).click()
      await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
      await page.getByLabel('Nome').fill('Cobrança')
      await save()
      await page.getByRole('cell', { name: 'Cobrança' }).waitFor()
      await page.getByRole('link', { name: 'Auditoria' }).click()
      await page.getByRole('button', { name: /criou a fila Cobrança\.$/ }).waitFor()
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'is exported as a file that no spreadsheet executes',
    async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar' }).click()
      const file = await saving
      expect(file.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d{2}-\d{2}\.csv$/)
      const text = await readFile(await file.path(), 'utf8')
      expect(text).toContain(';Admin alterou a fila Ajuda.;Ajuda;;;Nome;Suporte;Ajuda;queue.changed.v1;')
      expect(text).toContain(`"'=Fiscal"`)
    },
    STEP_TIMEOUT_MS,
  )

  it(
    'is there for a user, in the dark and on a phone, too',
    async () => {
      await page.goto('/users')
      await page.getByRole('button', { name: 'Histórico' }).click()
      const drawer = page.getByRole('dialog')
      await drawer
        .getByRole('button', { name: /entrou/ })
        .first()
        .waitFor()
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto('/audit')
      await page.getByRole('button', { name: /alterou a fila Ajuda/ }).click()
      await page.getByRole('row', { name: /Nome Suporte Ajuda/ }).waitFor()
      await keepPicture(page, 'audit-changes-dark')
      expect(await checkAccessibility(page)).toEqual([])
      expect(place.problems).toEqual([])
    },
    STEP_TIMEOUT_MS,
  )
})
