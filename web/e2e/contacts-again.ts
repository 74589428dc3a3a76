import type { ImportRecord } from '@guiche/contracts/imports.js'
import { expect } from '@jest/globals'
import type { Desk } from './desk.js'

/** Imports a file that was exported: all of its rows are known already. */
export const importsNobody = async ({ admin, phones }: Desk, text: string): Promise<void> => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'contatos.csv')
  const { body } = await admin.upload<{ import: ImportRecord }>('/contacts/upload', form)
  const again = await phones.until(async () =>
    (await admin.get<ImportRecord[]>('/contacts/imports')).body.find(
      ({ id, status }) => id === body.import.id && status === 'done',
    ),
  )
  expect(again).toMatchObject({ created: 0, invalid: 0, duplicates: 0, existed: again.total })
  expect(again.total).toBeGreaterThan(1)
}
