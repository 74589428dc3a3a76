import { request } from 'node:http'
import { MAX_FILE_SIZE } from '@guiche/contracts/files/files.js'
import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, OTHER_QUEUE, openDesk, STRANGER } from '../testing/desk.js'

let desk: Desk
let chat: Awaited<ReturnType<typeof newCustomer>>
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())
beforeEach(async () => {
  chat = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
})

const sendMessage = (body: unknown, headers = {}, who = ANA) =>
  desk.call(who, 'POST', `/messages/${chat.ticketId}`, body, headers)
const requestedMessages = async () =>
  (await desk.log('message.requested'))
    .filter(({ data }) => data.ticketId === chat.ticketId)
    .map(({ data }) => data)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const formOf = (files: [Uint8Array, string, string][], fields: [string, string][] = []) => {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  for (const [bytes, type, name] of files)
    data.append('medias', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
  return data
}

describe('files', () => {
  it('become one message each, captions by their place', async () => {
    const answer = await sendMessage(
      formOf(
        [
          [PNG, 'image/png', 'foto.png'],
          [PDF, 'application/pdf', 'boleto.pdf'],
        ],
        [
          ['fromMe', 'true'],
          ['body', 'a foto'],
          ['body', 'o boleto de {{firstName}}'],
        ],
      ),
    )
    expect(answer.status).toBe(200)
    const messages = await requestedMessages()
    expect(answer.headers.get('x-message-id')).toBe(messages.map(({ messageId }) => messageId).join(','))
    expect(messages.map(({ kind, body }) => [kind, body])).toEqual([
      ['image', 'a foto'],
      ['application', 'o boleto de Carla'],
    ])
    const info = await desk.blobs.info(messages[0].media.blobId)
    expect(info).toMatchObject({
      companyId: 1,
      mimetype: 'image/png',
      fileName: 'foto.png',
      size: PNG.length,
    })
  })

  it('under one key again are the same messages, and nothing is stored twice', async () => {
    const key = { 'idempotency-key': newUuid() }
    const body = () => formOf([[PNG, 'image/png', 'foto.png']], [['body', 'x']])
    const first = await sendMessage(body(), key)
    const again = await sendMessage(body(), key)
    expect(again.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('under one key get the first answer after the ticket was closed; a new request stores no file', async () => {
    const key = { 'idempotency-key': newUuid() }
    const png: [Uint8Array, string, string] = [PNG, 'image/png', 'foto.png']
    const pdf: [Uint8Array, string, string] = [PDF, 'application/pdf', 'boleto.pdf']
    const first = await sendMessage(formOf([png, pdf]), key)
    await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'closed' })
    expect((await sendMessage({ body: 'x' }, {}, STRANGER)).status).toBe(403)
    const put = jest.spyOn(desk.blobs, 'put')
    const again = await sendMessage(formOf([png, pdf]), key)
    expect([again.status, again.headers.get('x-message-id'), again.headers.get('x-position')]).toEqual([
      200,
      first.headers.get('x-message-id'),
      first.headers.get('x-position'),
    ])
    expect((await sendMessage(formOf([png, pdf], [['body', 'y']]), key)).body.error).toBe(
      'ERR_IDEMPOTENCY_KEY_REUSED',
    )
    expect((await sendMessage(formOf([png, pdf]))).body.error).toBe('ERR_TICKET_NOT_OPEN')
    expect(put).not.toHaveBeenCalled()
    put.mockRestore()
    expect((await requestedMessages()).filter(({ source }) => source === 'user')).toHaveLength(2)
  })

  it('under one key get the first answer after the ticket has another agent', async () => {
    const key = { 'idempotency-key': newUuid() }
    const png: [Uint8Array, string, string] = [PNG, 'image/png', 'foto.png']
    const first = await sendMessage(formOf([png]), key)
    await desk.call(ADMIN, 'PUT', `/tickets/${chat.ticketId}`, { userId: BIA.userId, queueId: OTHER_QUEUE })
    expect((await sendMessage({ body: 'x' }, {}, FOREIGNER)).status).toBe(404)
    const again = await sendMessage(formOf([png]), key)
    expect([again.status, again.headers.get('x-message-id')]).toEqual([
      200,
      first.headers.get('x-message-id'),
    ])
    expect((await sendMessage(formOf([png]))).body.error).toBe('ERR_NO_PERMISSION')
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('under the key of other files or captions are refused, and store no file', async () => {
    const key = { 'idempotency-key': newUuid() }
    const png: [Uint8Array, string, string] = [PNG, 'image/png', 'foto.png']
    const first = await sendMessage(formOf([png], [['body', 'x']]), key)
    expect(first.status).toBe(200)
    const other = Buffer.concat([PNG, Buffer.alloc(1)])
    for (const body of [
      formOf([png], [['body', 'y']]),
      formOf([[other, 'image/png', 'foto.png']], [['body', 'x']]),
      formOf([png, png], [['body', 'x']]),
    ]) {
      const answer = await sendMessage(body, key)
      expect([answer.status, answer.body]).toEqual([422, { error: 'ERR_IDEMPOTENCY_KEY_REUSED' }])
    }
    expect((await sendMessage(formOf([png], [['body', 'x']]), key)).headers.get('x-message-id')).toBe(
      first.headers.get('x-message-id'),
    )
    expect(await requestedMessages()).toHaveLength(1)
  })

  it('under one key at once are the same messages, whose file is the only one kept', async () => {
    const key = { 'idempotency-key': newUuid() }
    const before = (await requestedMessages()).length
    const put = desk.blobs.put
    const stored: string[] = []
    desk.blobs.put = async (...args: Parameters<typeof put>) => {
      const info = await put(...args)
      if (info !== 'too-large') stored.push(info.id)
      return info
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendMessage(formOf([[PNG, 'image/png', 'foto.png']]), key)),
    )
    desk.blobs.put = put
    expect(new Set(answers.map(({ headers }) => headers.get('x-message-id'))).size).toBe(1)
    const messages = await requestedMessages()
    expect(messages).toHaveLength(before + 1)
    const kept: string[] = []
    for (const id of stored) if ((await desk.blobs.info(id)) !== null) kept.push(id)
    expect(kept).toEqual([messages.at(-1)?.media.blobId])
  })

  it('a recording in a video container is audio, and a voice note where the form says so', async () => {
    const webm = Buffer.concat([
      Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853', 'hex'),
      Buffer.alloc(200),
    ])
    const answer = await sendMessage(
      formOf([[webm, 'audio/webm;codecs=opus', 'gravação.webm']], [['voice', 'true']]),
    )
    expect(answer.status).toBe(200)
    expect((await requestedMessages())[0]).toMatchObject({
      kind: 'audio',
      media: { mimetype: 'audio/webm', voice: true },
    })
  })

  it('security rule 11: the type is decided by the content, the name is never a path', async () => {
    const refused = async (bytes: Uint8Array, type: string, name: string) => {
      const answer = await sendMessage(formOf([[bytes, type, name]]))
      return [answer.status, answer.body?.error]
    }
    const exe = Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(300)])
    expect(await refused(Buffer.from('<script>alert(1)</script>'), 'image/png', 'x.png')).toEqual([
      415,
      'ERR_MEDIA_TYPE',
    ])
    expect(await refused(exe, 'application/pdf', 'boleto.pdf')).toEqual([415, 'ERR_MEDIA_TYPE'])
    expect(await refused(Buffer.from('echo'), 'text/plain', 'run.bat')).toEqual([415, 'ERR_MEDIA_TYPE'])
    expect(await refused(Buffer.alloc(0), 'image/png', 'x.png')).toEqual([400, 'ERR_MEDIA_EMPTY'])
    expect(await refused(Buffer.alloc(0), 'application/pdf', 'x.pdf')).toEqual([400, 'ERR_MEDIA_EMPTY'])
    expect(await requestedMessages()).toHaveLength(0)
    expect((await sendMessage(formOf([[PNG, 'text/html', '../../etc/\u202egnp.html']]))).status).toBe(200)
    const [data] = await requestedMessages()
    expect(data).toMatchObject({ kind: 'image', media: { mimetype: 'image/png', fileName: 'gnp.html' } })
    expect(data.media.blobId).not.toContain('etc')
  })

  it('too large for WhatsApp are refused, and nothing of the form is sent', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(16 * 1024 * 1024)])
    const answer = await sendMessage(
      formOf([
        [PDF, 'application/pdf', 'a.pdf'],
        [large, 'image/png', 'b.png'],
      ]),
    )
    expect([answer.status, answer.body.error]).toEqual([413, 'ERR_MEDIA_TOO_LARGE'])
    expect(await requestedMessages()).toHaveLength(0)
    expect(MAX_FILE_SIZE).toBe(100 * 1024 * 1024)
  })

  it('security rule 10: forms with too many parts, unknown fields or foreign file fields are refused', async () => {
    const many = Array.from({ length: 11 }, (): [Uint8Array, string, string] => [PNG, 'image/png', 'a.png'])
    expect((await sendMessage(formOf(many))).body).toEqual({ error: 'ERR_BODY_TOO_LARGE' })
    const fields = Array.from({ length: 41 }, (): [string, string] => ['body', 'x'])
    expect((await sendMessage(formOf([], fields))).body).toEqual({ error: 'ERR_BODY_TOO_LARGE' })
    expect((await sendMessage(formOf([], [['__proto__', 'x']]))).body.error).toBe('ERR_VALIDATION')
    expect((await sendMessage(formOf([], [['companyId', '2']]))).body.error).toBe('ERR_VALIDATION')
    const other = new FormData()
    other.append('avatar', new Blob([PNG as Uint8Array<ArrayBuffer>]), 'a.png')
    expect((await sendMessage(other)).body.error).toBe('ERR_VALIDATION')
    expect((await sendMessage(formOf([], [['body', 'x'.repeat(300_000)]]))).body).toEqual({
      error: 'ERR_BODY_TOO_LARGE',
    })
    expect(await requestedMessages()).toHaveLength(0)
  })

  it('every broken form gets an answer', async () => {
    const raw = (contentType: string, body: string) =>
      new Promise<number>((resolve, reject) => {
        const out = request(
          `${desk.origin}/api/messages/${chat.ticketId}`,
          {
            method: 'POST',
            headers: { authorization: `Bearer user-${ANA.userId}`, 'content-type': contentType },
          },
          (response) => {
            response.resume()
            resolve(response.statusCode ?? 0)
          },
        )
        out.on('error', reject)
        out.end(body)
      })
    expect(await raw('multipart/form-data', 'x')).toBe(400)
    expect(await raw('multipart/form-data; boundary=b', '')).toBe(400)
    expect(
      await raw(
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="medias"; filename="a"\r\n\r\nabc',
      ),
    ).toBe(400)
    expect(await raw('application/json', '{"body":')).toBe(400)
    expect(await raw('text/plain', 'x')).toBe(400)
    expect(await requestedMessages()).toHaveLength(0)
  })
})
