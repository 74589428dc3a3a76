import { expect, it, jest } from '@jest/globals'

jest.unstable_mockModule('../../../i18n/i18n.js', () => ({ currentLanguage: () => 'pt' }))
const { addNote } = await import('./use-note.js')

it('attempts with equal texts are one note; another text, or a text after a success, is another note', async () => {
  const keys: string[] = []
  const add = (note: string, failure?: object) =>
    addNote({ note, contactId: 5, ticketId: 7, mentions: [] }, async ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      if (failure !== undefined) throw failure
    })
  const cut = { status: 0, code: '' }
  await expect(add('Prefere a tarde', cut)).rejects.toBe(cut)
  await add('Prefere a tarde')
  await add('Prefere a tarde')
  await expect(add('Paga em dia', cut)).rejects.toBe(cut)
  await add('Paga sempre em dia')
  const [first, again, ...others] = keys
  expect(again).toBe(first)
  expect(new Set([first, ...others]).size).toBe(4)
})
