import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SheetField } from '@guiche/contracts/contact/imports.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { Language } from '@guiche/contracts/languages.js'
import { err, ok } from '@guiche/contracts/result.js'
import { importRoutes } from '@guiche/contracts/routes/contacts.js'
import { mayCancelImport } from '@guiche/contracts/users/permissions.js'
import { wordsOf } from '@guiche/contracts/words/words.js'
import { csvReply } from '@guiche/infra/csv.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { createTurns } from '@guiche/infra/turns.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { AreaDeps } from '../../deps.js'
import { type Form, readForm } from '../../files/multipart.js'
import { metaOf } from '../../kernel/meta.js'
import type { ContactImport } from '../../processes/contact-import.js'
import { connectionForLookups, homeOf } from '../numbers.js'
import { addressBook } from './address-book.js'
import { createImportStore, isRowDone } from './import-store.js'
import { hasNumbers, peopleOf, previewOf } from './plan.js'
import { type ChosenColumns, readSheet } from './read-sheet.js'

/** Limits of parallel spreadsheet reads: each needs a process with its memory. */
const READERS = { atOnce: 3, perCompany: 1 }
const COLUMN_FIELDS = { name: 'nameColumn', number: 'numberColumn', email: 'emailColumn' } as const
const FORM = importRoutes['POST /contacts/upload'].form

/** The columns that the form chooses, counted from 0; `none` is no column. */
const chosenIn = ({ fields }: Form): ChosenColumns => {
  const chosen: { [F in SheetField]?: number | null } = {}
  for (const field of ['name', 'number', 'email'] as const) {
    const value = fields.get(COLUMN_FIELDS[field])?.[0]
    if (value === undefined) continue
    chosen[field] = value === 'none' ? null : Number(value)
  }
  return chosen
}

/** Queries that read imports from the vault, without views. */
export const importQueries = (vault: Vault): readonly Route[] => {
  const store = createImportStore(vault)
  async function* reportOf(companyId: number, id: string, language: Language) {
    const { t } = wordsOf(language)
    yield ['line', 'outcome', 'contact'].map((column) => t(`contacts:report.${column}`))
    for (let at = 0; ; at++) {
      const chunk = await store.chunk(companyId, id, at)
      if (chunk === null) return
      for (const row of chunk.rows.filter(isRowDone)) {
        yield [row.line, t(`contacts:import.outcome.${row.outcome}`), row.contactId]
      }
    }
  }
  return serving('query', {})(importRoutes, {
    'GET /contacts/imports': async ({ caller }) => ok({ body: await store.list(caller.companyId) }),
    'GET /contacts/imports/:id/report': async ({ caller: { companyId }, params: { id }, language }) =>
      (await store.record(companyId, id)) === null
        ? err(domainError('ERR_NO_IMPORT_FOUND'))
        : ok(csvReply('import.csv', reportOf(companyId, id, language))),
  })
}

/** Commands of imports. The answer comes once the rows are stored in the vault; a process imports them later. */
export const importCommands = (
  { records, vault }: Pick<AreaDeps, 'records' | 'vault'>,
  { begin, find, cancel }: Pick<ContactImport, 'begin' | 'find' | 'cancel'>,
): readonly Route[] => {
  const uploads = createSerialQueue<number>()
  const readers = createTurns(READERS)
  /** The bytes of an uploaded spreadsheet, its content, and whether the request asks for a preview. */
  const sheetOf = async (request: IncomingMessage, companyId: number) => {
    let content: Buffer | null = null
    const form = await readForm(request, FORM, async ({ stream }) => {
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > FORM.files.bytes) return domainError('ERR_SHEET_TOO_LARGE')
        chunks.push(chunk)
      }
      content = Buffer.concat(chunks)
      return null
    })
    if (!form.ok) return form
    if (content === null) return err(domainError('ERR_VALIDATION', { field: FORM.files.name }))
    const file: Buffer = content
    const chosen = chosenIn(form.value)
    const sheet = await readers({ companyId, later: false }, () => readSheet(file, chosen))
    if (!sheet.ok) return sheet
    const isSet = (field: string) => form.value.fields.get(field)?.[0] === 'true'
    const [preview, addCountry] = [isSet('preview'), isSet('addCountry')]
    const hash = createHash('sha256').update(file)
    const isPlain = !addCountry && Object.keys(chosen).length === 0
    if (!isPlain) hash.update(JSON.stringify({ ...chosen, addCountry }))
    return ok({ sheet: sheet.value, digest: hash.digest('hex'), preview, addCountry })
  }
  return serving('command', {})(importRoutes, {
    'DELETE /contacts/imports/:id': async (call) => {
      const { caller, params } = call
      const record = await find(caller.companyId, params.id)
      if (record === null) return err(domainError('ERR_NO_IMPORT_FOUND'))
      if (!mayCancelImport(caller, record)) return err(domainError('ERR_NO_PERMISSION'))
      const cancelled = await cancel(params.id, metaOf(call))
      return cancelled.ok ? ok({ body: cancelled.value }) : cancelled
    },

    'POST /contacts/import': async (call) => {
      const connection = await connectionForLookups(records, call.caller.companyId)
      if (!connection.ok) return connection
      const book = await addressBook(vault, connection.value.connectionId)
      const begun = await begin('phone', book, metaOf(call))
      return begun.ok ? ok({ body: { message: 'contacts imported', import: begun.value } }) : begun
    },

    'POST /contacts/upload': async (call) => {
      const { companyId } = call.caller
      // one upload of a company at a time: parallel ones would fill the memory
      const received = await uploads(companyId, () => call.receive((request) => sheetOf(request, companyId)))
      if (!received.ok) return received
      const { sheet, digest, preview, addCountry } = received.value.value
      const home = await homeOf(records, companyId)
      const people = await peopleOf(sheet, addCountry ? home : undefined)
      if (!people.ok) return people
      if (preview) return ok({ body: { preview: await previewOf(sheet, people.value, home) } })
      if (!hasNumbers(sheet)) return err(domainError('ERR_SHEET_COLUMNS'))
      const begun = await begin('file', people.value, metaOf(received.value.call, digest))
      return begun.ok ? ok({ body: { import: begun.value } }) : begun
    },
  })
}
