import type { Caller } from '@guiche/contracts/users/permissions.js'
import { formBytes, sendFirstHalf } from '@guiche/infra/testing/partial-request.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, CONNECTION, type Desk, OTHER_QUEUE, openDesk, STRANGER } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JSON_TYPE = { 'content-type': 'application/json' }
const TEXT = { body: JSON.stringify({ body: 'oi' }), headers: JSON_TYPE }
const formOf = (field: string, content: Buffer, name: string, type: string) => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(content)], { type }), name)
  return formBytes(form)
}

let desk: Desk
let chat: Awaited<ReturnType<typeof newCustomer>>
let quickMessageId: number
const stored: string[] = []
beforeAll(async () => {
  desk = await openDesk()
  const { put } = desk.blobs
  desk.blobs.put = async (...args: Parameters<typeof put>) => {
    const info = await put(...args)
    if (info !== 'too-large') stored.push(info.id)
    return info
  }
  const made = await desk.call(ANA, 'POST', '/quick-messages', { shortcode: 'oi', message: 'olá' })
  quickMessageId = made.body.id
})
afterAll(() => desk.close())
beforeEach(async () => {
  chat = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
  stored.length = 0
})
afterEach(() => void desk.sessions.set(ANA.userId, ANA))

/** Ana's upload. `meanwhile` happens between its two halves. */
const interruptedUpload = async (
  path: string,
  sent: { readonly body: Buffer | string; readonly headers: Readonly<Record<string, string>> },
  meanwhile: () => unknown,
  authorization = `Bearer user-${ANA.userId}`,
) => {
  const head = { authorization, ...sent.headers }
  const { finish } = await sendFirstHalf(desk.server, `/api${path}`, sent.body, head)
  await meanwhile()
  const { status, body } = await finish()
  return [status, body === '' ? null : JSON.parse(body).error]
}
const endSession = () => desk.sessions.delete(ANA.userId)
const changeCaller = (to: Partial<Caller>) => () => desk.sessions.set(ANA.userId, { ...ANA, ...to })
const writtenEvents = async () =>
  (await desk.log('message.requested')).filter(({ data }) => data.ticketId === chat.ticketId)
const remainingFiles = async () => {
  const infos = await Promise.all(stored.map((id) => desk.blobs.info(id)))
  return infos.filter((info) => info !== null)
}

describe.each([
  { what: 'a text', files: 0, make: async () => TEXT },
  { what: 'a file', files: 1, make: () => formOf('medias', PNG, 'foto.png', 'image/png') },
])('$what for a customer, of which half has come', ({ files, make }) => {
  const sending = async (meanwhile: () => unknown) =>
    interruptedUpload(`/messages/${chat.ticketId}`, await make(), meanwhile)
  const nothingIsDone = async () => {
    expect(await writtenEvents()).toEqual([])
    expect(stored).toHaveLength(files)
    expect(await remainingFiles()).toEqual([])
  }

  it('is sent if the sender still has the right', async () => {
    expect(await sending(changeCaller({ queueIds: [OTHER_QUEUE] }))).toEqual([200, null])
    expect(await writtenEvents()).toHaveLength(1)
    expect(await remainingFiles()).toHaveLength(files)
  })

  it('is refused when the session ends', async () => {
    expect(await sending(endSession)).toEqual([401, 'ERR_SESSION_EXPIRED'])
    await nothingIsDone()
  })

  it('is refused when the ticket is transferred to another agent, in a queue that its writer loses', async () => {
    const lose = async () => {
      await desk.call(ADMIN, 'PUT', `/tickets/${chat.ticketId}`, { userId: BIA.userId })
      changeCaller({ queueIds: [OTHER_QUEUE] })()
      // A refused command reloads the chat's state.
      expect((await desk.call(STRANGER, 'POST', `/messages/${chat.ticketId}`, { body: 'x' })).status).toBe(
        403,
      )
    }
    expect(await sending(lose)).toEqual([403, 'ERR_NO_PERMISSION'])
    await nothingIsDone()
  })
})

it('a file for a record is refused when the session ends, and does not stay', async () => {
  const file = await formOf('file', PNG, 'foto.png', 'image/png')
  const path = `/quick-messages/${quickMessageId}/media-upload`
  expect(await interruptedUpload(path, file, endSession)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect(stored).toHaveLength(1)
  expect(await remainingFiles()).toEqual([])
})

it('a file for a record is judged by the caller’s rights after its arrival', async () => {
  const shared = await desk.call(ADMIN, 'POST', '/quick-messages', { shortcode: 'todos', geral: true })
  const file = await formOf('file', PNG, 'foto.png', 'image/png')
  changeCaller({ profile: 'supervisor' })()
  const path = `/quick-messages/${shared.body.id}/media-upload`
  expect(await interruptedUpload(path, file, changeCaller({ profile: 'user' }))).toEqual([
    403,
    'ERR_NO_PERMISSION',
  ])
  expect(stored).toHaveLength(1)
  expect(await remainingFiles()).toEqual([])
})

it('a spreadsheet of contacts is refused when the session ends', async () => {
  const sheet = await formOf('file', Buffer.from('nome,numero\nCarla,5511987000000\n'), 'a.csv', 'text/csv')
  expect(await interruptedUpload('/contacts/upload', sheet, endSession)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect(await desk.log('import.')).toEqual([])
})

it.each(['JSON', 'a form'])(
  'the text of a program is refused when its token is replaced: %s',
  async (how) => {
    const made = await desk.apiTokens.make(CONNECTION, metaFor())
    if (!made.ok) throw new Error(made.error.code)
    const message = { number: '5511986099999', body: 'oi' }
    const form = new FormData()
    for (const [name, value] of Object.entries(message)) form.append(name, value)
    const sent =
      how === 'JSON' ? { body: JSON.stringify(message), headers: JSON_TYPE } : await formBytes(form)
    const replace = () => desk.apiTokens.make(CONNECTION, metaFor())
    const answer = await interruptedUpload('/messages/send', sent, replace, `Bearer ${made.value.token}`)
    expect(answer).toEqual([401, 'ERR_API_TOKEN'])
    expect(desk.asked).toEqual([])
  },
)
