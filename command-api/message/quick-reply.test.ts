import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'

let desk: Desk
let ticketId = 0
beforeAll(async () => {
  desk = await openDesk()
  ;({ ticketId } = await newCustomer(desk))
  await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
})
afterAll(() => desk.close())

type UserOfDesk = typeof ANA
let made = 0
const createReply = async (who: UserOfDesk, more: object = {}): Promise<number> =>
  (await desk.call(who, 'POST', '/quick-messages', { shortcode: `r${++made}`, ...more })).body.id
const sendMessage = (body: object | FormData, headers = {}) =>
  desk.call(ANA, 'POST', `/messages/${ticketId}`, body, headers)
const namedReplies = async () => (await desk.log('message.requested')).map(({ data }) => data.quickmessageId)
const formOf = (fields: Readonly<Record<string, string>>, ...files: readonly string[]) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  for (const name of files) data.append('medias', new Blob(['a'], { type: 'text/plain' }), name)
  return data
}
/** How often all users, and how often Ana, have used the quick reply. */
const usesOf = async (id: number) => {
  await desk.shown()
  const all = (await desk.documents.getMany('quick-uses', [id])).get(String(id))?.count ?? 0
  const own = (await desk.documents.one('own-quick-uses', ANA.companyId, ANA.userId))?.uses[id] ?? 0
  return [all, own]
}

describe('a message that is made with a quick reply', () => {
  it('is counted once, also when the command is repeated, in turn and at once', async () => {
    const id = await createReply(ANA)
    expect(await usesOf(id)).toEqual([0, 0])
    const headers = { 'idempotency-key': newUuid() }
    const body = { body: 'Olá', quickmessageId: id }
    for (let times = 0; times < 2; times++) expect((await sendMessage(body, headers)).status).toBe(200)
    await Promise.all([sendMessage(body, headers), sendMessage(body, headers), sendMessage(body, headers)])
    expect(await usesOf(id)).toEqual([1, 1])
    await sendMessage(body)
    expect(await usesOf(id)).toEqual([2, 2])
    const listed = (await desk.call(ANA, 'PUT', `/quick-messages/${id}`, { shortcode: 'olá' })).body
    expect(listed).toMatchObject({ id, uses: 2 })
  })

  it('is one use, however many files it has', async () => {
    const id = await createReply(ADMIN, { geral: true })
    const answer = await sendMessage(formOf({ quickmessageId: String(id), body: 'Segue' }, 'a.txt', 'b.txt'))
    expect(answer.status).toBe(200)
    expect((await namedReplies()).slice(-2)).toEqual([id, undefined])
    expect((await sendMessage(formOf({ quickmessageId: String(id), body: 'Só texto' }))).status).toBe(200)
    expect(await usesOf(id)).toEqual([2, 2])
  })

  it('is another command under the same key with another reply, or with none', async () => {
    const [one, other] = [await createReply(ANA), await createReply(ANA)]
    const headers = { 'idempotency-key': newUuid() }
    await sendMessage({ body: 'Olá', quickmessageId: one }, headers)
    for (const body of [{ body: 'Olá', quickmessageId: other }, { body: 'Olá' }])
      expect((await sendMessage(body, headers)).body.error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect([await usesOf(one), await usesOf(other)]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  it('is sent and not counted where the reply is gone, or the sender does not see it', async () => {
    const gone = await createReply(ANA)
    await desk.call(ANA, 'DELETE', `/quick-messages/${gone}`)
    const ids = [gone, await createReply(BIA), await createReply(FOREIGNER), 999_999]
    for (const quickmessageId of ids) {
      expect((await sendMessage({ body: 'Olá', quickmessageId })).status).toBe(200)
      expect((await namedReplies()).at(-1)).toBeUndefined()
      expect(await usesOf(quickmessageId)).toEqual([0, 0])
    }
  })

  it.each([0, -1, 1.5, '7', { $gt: 0 }, [7], true])('is refused with the id %j', async (quickmessageId) => {
    const answer = await sendMessage({ body: 'Olá', quickmessageId })
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
  })
  it.each(['0', '-1', '1.5', 'x', '9'.repeat(16)])('is refused with the id %s in a form', async (id) => {
    const answer = await sendMessage(formOf({ quickmessageId: id, body: 'Olá' }, 'a.txt'))
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
  })

  it('may say that it was made with none', async () => {
    expect((await sendMessage({ body: 'Olá', quickmessageId: null })).status).toBe(200)
    expect((await sendMessage(formOf({ quickmessageId: '', body: 'Olá' }))).status).toBe(200)
  })

  it('is forgotten with the reply', async () => {
    const id = await createReply(ANA)
    await sendMessage({ body: 'Olá', quickmessageId: id })
    await desk.call(ANA, 'DELETE', `/quick-messages/${id}`)
    expect((await usesOf(id))[0]).toBe(0)
  })
})
