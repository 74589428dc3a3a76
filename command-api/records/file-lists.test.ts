import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, openDesk, QUEUE } from '../testing/desk.js'

let desk: Desk
let count = 0
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(() => {
  count += 1
})

const createList = (more: object = {}, who = ANA) =>
  desk.call(who, 'POST', '/files', { name: `Tabelas ${count}`, message: 'Veja as tabelas', ...more })
/** An upload in the form of existing clients. */
const uploadList = (
  id: number,
  files: readonly (readonly [name: string, content: string])[],
  fields: Readonly<Record<string, readonly (string | number)[]>>,
  { who = ANA, headers = {} } = {},
) => {
  const form = new FormData()
  form.append('fileId', String(id))
  form.append('typeArch', 'fileList')
  for (const [name, values] of Object.entries(fields)) {
    for (const value of values) form.append(name, String(value))
  }
  for (const [name, content] of files) form.append('files', new Blob([content], { type: 'text/plain' }), name)
  return desk.call(who, 'POST', `/files/uploadList/${id}`, form, headers)
}
const optionsOf = (body: { options: { fileName: string; name: string }[] }) =>
  body.options.map(({ fileName, name }) => [fileName, name])
const changeList = async (id: number, more: object = {}) =>
  (await desk.call(ANA, 'PUT', `/files/${id}`, { name: `Tabelas ${count}`, message: 'Veja', ...more })).body
const storedFiles = () => desk.blobs.used(ANA.companyId)

describe('a file list over HTTP', () => {
  it('12.18, 12.21: has places, to which existing clients bring the files afterwards', async () => {
    const made = await createList({ options: [{ name: 'Uma' }, { name: 'Duas', path: '', mediaType: '' }] })
    expect([made.status, made.body]).toEqual([200, expect.objectContaining({ message: 'Veja as tabelas' })])
    const { id, options } = made.body
    const place = { fileId: id, path: null, mediaType: '', fileName: '', size: 0 }
    expect(options).toEqual([
      { id: 1, name: 'Uma', ...place },
      { id: 2, name: 'Duas', ...place },
    ])
    const files = [
      ['b.txt', 'bb'],
      ['a.txt', 'a'],
    ] as const
    const fields = { mediaType: ['text/plain', 'text/plain'], name: ['Dois', 'Uma'], id: [2, 1] }
    const answer = await uploadList(id, files, fields)
    expect([answer.status, answer.body]).toEqual([200, { mensagem: 'Arquivos atualizados' }])
    const now = await changeList(id)
    expect(now.options).toEqual([
      expect.objectContaining({ id: 1, name: 'Uma', fileName: 'a.txt', mediaType: 'text/plain', size: 1 }),
      expect.objectContaining({
        id: 2,
        name: 'Dois',
        fileName: 'b.txt',
        path: expect.stringContaining('/api/public/'),
      }),
    ])
  })

  it('takes all files of a form or none: an absent place, an empty file and too many files are errors', async () => {
    const { id } = (await createList({ options: [{ name: 'Uma' }] })).body
    const before = await storedFiles()
    const [a, b] = [['a.txt', 'a'] as const, ['b.txt', 'b'] as const]
    expect((await uploadList(id, [a, b], { id: [1, 9] })).body).toEqual({
      ...{ error: 'ERR_VALIDATION', details: { field: 'options' } },
    })
    expect((await uploadList(id, [a, ['b.txt', '']], { id: [1] })).body).toEqual({ error: 'ERR_MEDIA_EMPTY' })
    expect(
      (
        await uploadList(
          id,
          Array.from({ length: 11 }, () => a),
          {},
        )
      ).status,
    ).toBe(413)
    expect((await uploadList(id, [], {})).status).toBe(400)
    expect((await uploadList(id, [a], {}, { who: FOREIGNER })).body.error).toBe('ERR_NO_FILE_LIST_FOUND')
    expect((await uploadList(id, [a], {}, { who: BIA })).body.error).toBe('ERR_NO_PERMISSION')
    expect([optionsOf(await changeList(id)), await storedFiles()]).toEqual([[['', 'Uma']], before])
  })

  it('has each file once after a repetition, and frees removed files', async () => {
    const { id } = (await createList()).body
    const before = (await storedFiles()) ?? 0
    const headers = { 'idempotency-key': `lista-${count}` }
    const files = [['a.txt', 'aaaa'] as const, ['b.txt', 'bb'] as const]
    const twice = [await uploadList(id, files, {}, { headers }), await uploadList(id, files, {}, { headers })]
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(await storedFiles()).toBe(before + 6)
    const { options } = await changeList(id)
    const less = await changeList(id, { options: [{ id: options[1].id, name: 'B' }] })
    expect([optionsOf(less), await storedFiles()]).toEqual([[['b.txt', 'B']], before + 2])
    expect((await desk.call(ANA, 'DELETE', `/files/${id}`)).body).toEqual({ message: 'File List deleted' })
    expect(await storedFiles()).toBe(before)
  })

  it.each([
    [{ name: 'ab' }, 400, 'ERR_FILE_LIST_INVALID_NAME'],
    [{ message: ' ' }, 400, 'ERR_FILE_LIST_INVALID_MESSAGE'],
    [{ options: Array.from({ length: 51 }, () => ({ name: 'a' })) }, 400, 'ERR_VALIDATION'],
    [{ options: [{ id: 7 }] }, 400, 'ERR_VALIDATION'],
  ])('12.19: is refused with %j', async (more, status, error) => {
    const answer = await createList(more)
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })

  it('is changed by its author and admins, and there is one of a name', async () => {
    const { id } = (await createList()).body
    expect((await createList({ name: `TABELAS ${count}` })).body.error).toBe(
      'ERR_FILE_LIST_NAME_ALREADY_EXISTS',
    )
    const body = { name: `Outra ${count}`, message: 'm' }
    expect((await desk.call(BIA, 'PUT', `/files/${id}`, body)).body.error).toBe('ERR_NO_PERMISSION')
    expect((await desk.call(FOREIGNER, 'PUT', `/files/${id}`, body)).body.error).toBe(
      'ERR_NO_FILE_LIST_FOUND',
    )
    expect((await desk.call(ADMIN, 'PUT', `/files/${id}`, body)).status).toBe(200)
  })
})

describe('a file list that is used', () => {
  const remove = async (id: number, who = ADMIN) => (await desk.call(who, 'DELETE', `/files/${id}`)).body

  it('is not deleted, and the error names all places; it can be once it is used nowhere', async () => {
    const { id: fileListId } = (await createList()).body
    const own = await desk.call(BIA, 'POST', '/quick-messages', { shortcode: 'segredo', fileListId })
    const shared = await desk.call(ADMIN, 'POST', '/quick-messages', {
      shortcode: 'tabelas',
      geral: true,
      fileListId,
    })
    expect(shared.body).toMatchObject({ fileListId, fileList: { id: fileListId, name: `Tabelas ${count}` } })
    const option = await desk.call(ADMIN, 'POST', '/queue-options', {
      title: 'Preços',
      queueId: QUEUE,
      fileListId,
    })
    await desk.shown()
    expect(await remove(fileListId)).toEqual({
      error: 'ERR_FILE_LIST_IN_QUEUE_OPTION',
      details: {
        names: '“Preços”',
        further: [{ code: 'ERR_FILE_LIST_IN_QUICKMESSAGE', details: { names: '(Bia), “tabelas”' } }],
      },
    })
    await desk.call(BIA, 'DELETE', `/quick-messages/${own.body.id}`)
    await desk.call(ADMIN, 'DELETE', `/queue-options/${option.body.id}`)
    expect((await remove(fileListId)).error).toBe('ERR_FILE_LIST_IN_QUICKMESSAGE')
    await desk.call(ADMIN, 'PUT', `/quick-messages/${shared.body.id}`, {
      shortcode: 'tabelas',
      fileListId: null,
    })
    expect(await remove(fileListId)).toEqual({ message: 'File List deleted' })
  })

  it('is refused for a list of another company', async () => {
    const { id: fileListId } = (await createList({}, FOREIGNER)).body
    const answer = await desk.call(ANA, 'POST', '/quick-messages', { shortcode: 'x', fileListId })
    expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_FILE_LIST_FOUND'])
  })
})
