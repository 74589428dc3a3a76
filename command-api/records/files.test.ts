import '@guiche/contracts/testing/with-samples.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ANA, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'

let desk: Desk
let id = 0
let count = 0
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  const name = `Modelo ${++count}`
  id = (await desk.call(ANA, 'POST', '/samples', { name, period: 'month' })).body.id
})

const uploadFile = (text: string, caption?: string, headers = {}, who = ANA) => {
  const form = new FormData()
  if (caption !== undefined) form.append('caption', caption)
  form.append('file', new Blob([text], { type: 'text/plain' }), `${text}.txt`)
  return desk.call(who, 'POST', `/samples/${id}/papers-upload`, form, headers)
}
const renameSample = () =>
  desk.call(ANA, 'PUT', `/samples/${id}`, { name: `Modelo ${count} b`, period: 'month' })
const changePapers = (papers: unknown) =>
  desk.call(ANA, 'PUT', `/samples/${id}`, { name: `Modelo ${count}`, period: 'month', papers })
const namesOf = (body: { papers: { fileName: string; name: string }[] }) =>
  body.papers.map(({ fileName, name }) => [fileName, name])
const blobOf = ({ path }: { path: string }) => path.split('/').at(-1) ?? ''
const isStored = async (blobId: string) => (await desk.blobs.info(blobId)) !== null
/** Number of stored files of the company. */
const countStoredFiles = () => desk.blobs.used(ANA.companyId)

describe('several files of a record over HTTP', () => {
  it('are brought one by one, ordered, captioned and taken away by the body', async () => {
    const answer = await uploadFile('um', ' A tabela ')
    expect([answer.status, answer.body]).toEqual([
      200,
      { mensagem: 'Arquivo Anexado', id: expect.any(Number) },
    ])
    const [first, second] = [answer.body.id, (await uploadFile('dois')).body.id]
    const turned = await changePapers([{ id: second, name: 'O segundo' }, { id: first }])
    expect(namesOf(turned.body)).toEqual([
      ['dois.txt', 'O segundo'],
      ['um.txt', 'A tabela'],
    ])
    expect(turned.body.papers[0]).toMatchObject({ id: second, fileId: id, size: 4 })
    const [secondBlob, firstBlob] = turned.body.papers.map(blobOf)
    const less = await changePapers([{ id: second }])
    expect(namesOf(less.body)).toEqual([['dois.txt', 'O segundo']])
    expect([await isStored(firstBlob), await isStored(secondBlob)]).toEqual([false, true])
    expect((await changePapers([{ id: first }])).status).toBe(400)
    await desk.call(ANA, 'DELETE', `/samples/${id}`)
    expect(await isStored(secondBlob)).toBe(false)
  })

  it('are all there when they come at once, as many as may be', async () => {
    const answers = await Promise.all(['um', 'dois', 'três', 'quatro'].map((text) => uploadFile(text)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400])
    expect(new Set(answers.flatMap(({ body }) => body.id ?? [])).size).toBe(3)
    const { papers } = (await renameSample()).body
    expect(await Promise.all(papers.map(blobOf).map(isStored))).toEqual([true, true, true])
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      ...{ error: 'ERR_VALIDATION', details: { field: 'papers' } },
    })
  })

  it('are brought once when that is repeated, and nothing of a repetition stays', async () => {
    const headers = { 'idempotency-key': `key-${count}` }
    const first = await uploadFile('um', 'a', headers)
    await uploadFile('dois')
    const before = await countStoredFiles()
    expect((await uploadFile('um', 'a', headers)).body).toEqual(first.body)
    expect(await countStoredFiles()).toBe(before)
    expect((await uploadFile('um', 'outra', headers)).body.error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
  })

  it.each([
    ['a caption that is too long', 'um', 'a'.repeat(41), 400],
    ['an empty file', '', undefined, 400],
  ])('are refused with %s, and nothing is kept', async (_, text, caption, status) => {
    const before = await countStoredFiles()
    expect((await uploadFile(text, caption)).status).toBe(status)
    expect(await countStoredFiles()).toBe(before)
  })

  it('are refused for a record of another company', async () => {
    const before = await countStoredFiles()
    expect((await uploadFile('um', undefined, {}, FOREIGNER)).status).toBe(404)
    expect(await countStoredFiles()).toBe(before)
    const removed = await desk.call(ANA, 'DELETE', `/samples/${id}/papers-upload`)
    expect(removed.status).toBe(405)
  })
})
