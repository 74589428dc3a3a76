import { ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cascadeOf } from '../testing/consequences.js'
import { ADMIN, ANA, BIA, COMPANY, type Desk, FOREIGNER, openDesk, QUEUE } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { userDecider } from '../user/decide.js'
import { deciders } from './deciders.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

type UserOfDesk = typeof ANA
const PATH = '/quick-messages'
const STREAM = streams.records('quick-messages', COMPANY)
const makeReply = async (who: UserOfDesk, body: object) => (await desk.call(who, 'POST', PATH, body)).body
const changeReply = (who: UserOfDesk, id: number, body: object) =>
  desk.call(who, 'PUT', `${PATH}/${id}`, body)
const removeReply = (who: UserOfDesk, id: number) => desk.call(who, 'DELETE', `${PATH}/${id}`)
const uploadFiles = (
  who: UserOfDesk,
  id: number,
  files: readonly [name: string, text: string][],
  headers = {},
) => {
  const form = new FormData()
  form.append('typeArch', 'quickMessage')
  for (const [name, text] of files) form.append('file', new Blob([text], { type: 'text/plain' }), name)
  return desk.call(who, 'POST', `${PATH}/${id}/media-upload`, form, headers)
}
const removeFile = (who: UserOfDesk, id: number) => desk.call(who, 'DELETE', `${PATH}/${id}/media-upload`)
/** Ids of all files that events have named, in order. */
const namedFiles = async (id: number): Promise<string[]> =>
  (await desk.log('quickmessage.changed'))
    .filter(({ data }) => data.quickmessageId === id && data.media !== null)
    .map(({ data }) => data.media.blobId)
const isStored = async (blobId: string | undefined) => (await desk.blobs.info(blobId ?? '')) !== null
const MISSING = { error: 'ERR_NO_QUICKMESSAGE_FOUND' }
const REFUSED = { error: 'ERR_NO_PERMISSION' }

describe('quick messages over HTTP', () => {
  it('need a shortcode alone, and are active and their author’s own', async () => {
    const { status, body } = await desk.call(ANA, 'POST', PATH, {
      shortcode: ' oi ',
      userId: 99,
      isMedia: false,
    })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        ...{ shortcode: 'oi', message: '', geral: false, status: true, userId: ANA.userId },
        ...{ isMedia: false, mediaPath: null, mediaName: null },
      }),
    ])
    expect((await changeReply(ANA, body.id, { ...body, status: false })).body).toMatchObject({
      status: false,
    })
    for (const wrong of [
      {},
      { shortcode: '  ' },
      { shortcode: 'a', media: {} },
      { shortcode: 'a', geral: 2 },
    ]) {
      expect((await desk.call(ANA, 'POST', PATH, wrong)).status).toBe(400)
    }
  })

  it('are for everybody by an admin alone, and then not changed by agents', async () => {
    expect((await desk.call(ANA, 'POST', PATH, { shortcode: 'todos', geral: true })).body).toEqual(REFUSED)
    const { id } = await makeReply(ADMIN, { shortcode: 'todos', geral: true })
    expect((await changeReply(BIA, id, { shortcode: 'meu' })).body).toEqual(REFUSED)
    expect((await removeReply(BIA, id)).body).toEqual(REFUSED)
    expect((await uploadFiles(BIA, id, [['a.txt', 'a']])).body).toEqual(REFUSED)
    expect((await changeReply(ADMIN, id, { shortcode: 'nosso' })).body).toMatchObject({
      shortcode: 'nosso',
      geral: true,
    })
  })

  it('private ones of a user do not exist for other users', async () => {
    const { id } = await makeReply(ANA, { shortcode: 'meu' })
    for (const who of [BIA, ADMIN, FOREIGNER]) {
      const answers = [
        await changeReply(who, id, { shortcode: 'seu' }),
        await removeReply(who, id),
        await uploadFiles(who, id, [['a.txt', 'a']]),
        await removeFile(who, id),
      ]
      expect(answers.map(({ body }) => body)).toEqual([MISSING, MISSING, MISSING, MISSING])
    }
    expect((await removeReply(ANA, id)).body).toEqual({ message: 'Contact deleted' })
  })
})

describe('the category and the queues of a quick message', () => {
  let queues = 0
  const queue = async (): Promise<{ id: number; name: string }> => {
    const said = { name: `Fila ${++queues}`, color: `#00000${queues}` }
    return (await desk.call(ADMIN, 'POST', '/queue', said)).body
  }

  it('have no queues at first, and keep them if a change does not name them', async () => {
    const made = await makeReply(ANA, { shortcode: 'oi' })
    expect(made).toMatchObject({ category: '', queueIds: [], queues: [], uses: 0 })
    const { id, name } = await queue()
    const said = (await changeReply(ANA, made.id, { shortcode: 'oi', category: ' Entrega ', queueIds: [id] }))
      .body
    expect(said).toMatchObject({ category: 'Entrega', queueIds: [id], queues: [{ id, name }] })
    expect((await changeReply(ANA, made.id, { shortcode: 'olá' })).body).toMatchObject({
      ...{ shortcode: 'olá', category: 'Entrega', queueIds: [id] },
    })
    // Clients send all fields back that they have read.
    expect((await changeReply(ANA, made.id, { ...said, status: false })).status).toBe(200)
    const cleared = await changeReply(ANA, made.id, { shortcode: 'olá', category: null, queueIds: null })
    expect(cleared.body).toMatchObject({ category: '', queueIds: [] })
  })

  it('lose the queue that is deleted, before that is answered', async () => {
    const [gone, kept] = [await queue(), await queue()]
    const { id } = await makeReply(ANA, { shortcode: 'oi', queueIds: [gone.id, kept.id] })
    expect((await desk.call(ADMIN, 'DELETE', `/queue/${gone.id}`)).status).toBe(200)
    const { state } = await desk.kernel.load(deciders.quickmessage, STREAM)
    expect(state.records.get(id)?.queueIds).toEqual([kept.id])
    expect((await changeReply(ANA, id, { shortcode: 'oi', queueIds: [gone.id] })).body).toEqual({
      error: 'ERR_QUEUE_NOT_FOUND',
    })
    expect((await desk.kernel.load(deciders.quickmessage, STREAM)).state.records.get(id)?.queueIds).toEqual([
      kept.id,
    ])
  })

  it.each([
    { category: 'a'.repeat(41) },
    { category: 7 },
    { category: { $ne: '' } },
    { queueIds: 1 },
    { queueIds: [1, 1] },
    { queueIds: ['1'] },
    { queueIds: [0] },
    { queueIds: [{ $gt: 0 }] },
    { queueIds: Array.from({ length: 101 }, (_, at) => at + 1) },
  ])('are refused as %j, and nothing is made', async (wrong) => {
    const before = (await desk.kernel.load(deciders.quickmessage, STREAM)).state.records.size
    const answer = await desk.call(ANA, 'POST', PATH, { shortcode: 'oi', ...wrong })
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
    expect((await desk.kernel.load(deciders.quickmessage, STREAM)).state.records.size).toBe(before)
  })

  it('never name a queue of another company', async () => {
    const foreign = await desk.call(FOREIGNER, 'POST', PATH, { shortcode: 'oi', queueIds: [QUEUE] })
    expect([foreign.status, foreign.body]).toEqual([404, { error: 'ERR_QUEUE_NOT_FOUND' }])
  })
})

describe('the file of a quick message', () => {
  it('is deleted when it is replaced, when it is removed, and with the message', async () => {
    const { id } = await makeReply(ANA, { shortcode: 'boleto' })
    expect((await uploadFiles(ANA, id, [['boleto.txt', 'um']])).body).toEqual({ mensagem: 'Arquivo Anexado' })
    const changed = await changeReply(ANA, id, { shortcode: 'boleto', message: 'Segue' })
    const [first] = await namedFiles(id)
    expect(changed.body).toMatchObject({
      ...{ isMedia: true, mediaPath: `/api/public/${first}`, mediaName: 'boleto.txt', message: 'Segue' },
    })
    await uploadFiles(ANA, id, [['outro.txt', 'dois']])
    const second = (await namedFiles(id)).at(-1)
    expect([await isStored(first), await isStored(second)]).toEqual([false, true])
    expect((await removeFile(ANA, id)).body).toEqual({ mensagem: 'Arquivo Excluído' })
    expect(await isStored(second)).toBe(false)
    await uploadFiles(ANA, id, [['de novo.txt', 'três']])
    const third = (await namedFiles(id)).at(-1)
    await removeReply(ANA, id)
    expect(await isStored(third)).toBe(false)
  })

  it.each([['__proto__'], ['constructor'], ['prototype']])(
    'fills no field by %s, and is not another body under the same Idempotency-Key by it',
    async (name) => {
      const hidden = (text: string) => JSON.parse(`{"shortcode":"${name}","${name}":{"message":"${text}"}}`)
      const headers = { 'idempotency-key': `hidden-${name}` }
      for (const text of ['one', 'two']) {
        const answer = await desk.call(ANA, 'POST', PATH, hidden(text), headers)
        expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
      }
      const plain = await desk.call(ANA, 'POST', PATH, { shortcode: name }, headers)
      expect(plain.status).toBe(200)
    },
  )

  it('is brought once for one Idempotency-Key', async () => {
    const { id } = await makeReply(ANA, { shortcode: 'uma vez' })
    const once = () => uploadFiles(ANA, id, [['a.txt', 'a']], { 'idempotency-key': 'file-1' })
    const [first, again] = [await once(), await once()]
    expect([first.status, again.status]).toEqual([200, 200])
    const files = await namedFiles(id)
    expect([files.length, await isStored(files[0])]).toEqual([1, true])
    expect((await uploadFiles(ANA, id, [['b.txt', 'b']], { 'idempotency-key': 'file-1' })).status).toBe(422)
    expect(await isStored(files[0])).toBe(true)
  })

  it.each([
    ['none', [] as [string, string][], 400],
    [
      'two',
      [
        ['a.txt', 'a'],
        ['b.txt', 'b'],
      ] as [string, string][],
      400,
    ],
    ['a program', [['a.exe', 'MZ']] as [string, string][], 415],
  ])('is refused where it is %s, and nothing is kept', async (_, files, status) => {
    const { id } = await makeReply(ANA, { shortcode: 'nada' })
    expect((await uploadFiles(ANA, id, files)).status).toBe(status)
    expect(await namedFiles(id)).toEqual([])
  })
})

describe('quick messages of a deleted user', () => {
  const deleted = async (userId: number) => {
    const command = { kind: 'delete', by: { ...ADMIN, expiresAt: null } } as const
    const done = await desk.kernel.execute(userDecider, streams.user(userId), command, metaFor())
    const event = done.ok ? done.value.events.find(({ type }) => type === 'user.deleted.v1') : undefined
    if (event === undefined) throw new Error('the user was not deleted')
    const nothing = async () => ok(null)
    const cascade = cascadeOf(desk, {
      holdings: { releaseAdminSeat: nothing, releaseSeat: nothing, releaseEmail: nothing } as never,
      passwords: { remove: async () => {} } as never,
    })
    // The process runs the consequence again, after the handler.
    await cascade.react(event)
    await cascade.react(event)
    await desk.shown()
  }

  it('private ones are deleted with their files, and shared ones stay', async () => {
    const own = await makeReply(BIA, { shortcode: 'meu' })
    const kept = await makeReply(ANA, { shortcode: 'dela' })
    const everybodys = await makeReply(BIA, { shortcode: 'nosso' })
    for (const { id } of [own, everybodys]) await uploadFiles(BIA, id, [['boleto.txt', 'um']])
    const [file] = await namedFiles(own.id)
    const [shared] = await namedFiles(everybodys.id)
    const { state } = await desk.kernel.load(deciders.quickmessage, STREAM)
    const geral = { ...state.records.get(everybodys.id), geral: 1 }
    await desk.kernel.append(STREAM, [{ type: 'quickmessage.changed.v1', data: geral }], metaFor())
    await deleted(BIA.userId)
    const { records } = (await desk.kernel.load(deciders.quickmessage, STREAM)).state
    expect([own, kept, everybodys].map(({ id }) => records.has(id))).toEqual([false, true, true])
    expect([await isStored(file), await isStored(shared)]).toEqual([false, true])
    const only = await changeReply(ADMIN, everybodys.id, { shortcode: 'nosso', geral: false })
    expect([only.status, only.body]).toEqual([409, { error: 'ERR_QUICKMESSAGE_AUTHOR_GONE' }])
    expect((await changeReply(ADMIN, everybodys.id, { shortcode: 'de todos' })).body).toMatchObject({
      geral: true,
    })
    expect((await removeReply(ADMIN, everybodys.id)).status).toBe(200)
  })
})
