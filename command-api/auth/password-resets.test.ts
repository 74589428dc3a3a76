import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Mail } from '@guiche/infra/mail/mailer.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { ADMIN, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
const sent: Mail[] = []
beforeAll(async () => {
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail)
      return 'sent' as const
    },
  }
  api = await startTestApi({}, { mailer })
  token = (await setUp(api)).token
})
afterAll(() => api.close())
afterEach(() => void sent.splice(0))

let count = 0
const createPerson = async () => {
  const email = `user${++count}@guiche.test`
  const password = 'a quiet sea'
  const { body } = await api.call('POST', '/users', { name: 'Caio', email, password }, { token })
  return { id: Number(body.id), email, password }
}
/** Each call has its own address, because requests are limited for each address. */
let calls = 0
const otherAddress = () => ({ from: `192.0.2.${++calls % 250}` })
const ask = (email: string, more: object = {}) =>
  api.call('POST', '/auth/reset-password-request', { email, ...more }, otherAddress())
const openLink = (link: string) => api.call('POST', '/auth/reset-password', { token: link }, otherAddress())
const mailTo = async (email: string, nth = 1): Promise<Mail> => {
  const found = () => sent.filter(({ to }) => to === email)
  await until(() => found().length >= nth)
  return found()[nth - 1] as Mail
}
/** Resolves when the queue is empty. */
const allDone = (queue: string): Promise<void> =>
  until(async () => (await api.vault.list(`${queue}/`)).length === 0)
const linkIn = ({ text }: Mail): string => /confirm-reset\?token=(\S+)/.exec(text)?.[1] ?? ''
const linkFor = async (email: string): Promise<string> => {
  await ask(email)
  return linkIn(await mailTo(email))
}
const passwordIn = ({ text }: Mail): string => /[\w-]{16}$/m.exec(text)?.[0] ?? ''

describe('a forgotten password', () => {
  it('is replaced by a mailed link that works once; the session ends', async () => {
    const { email, password } = await createPerson()
    const before = await signIn(api, email, password)
    const asked = await ask(email)
    expect([asked.status, asked.body]).toEqual([200, ''])
    const link = linkIn(await mailTo(email))
    await signIn(api, email, password)
    const session = await signIn(api, email, password)
    expect((await openLink(link)).status).toBe(200)
    const mail = await mailTo(email, 2)
    expect(mail.subject).toBe('Sua nova senha do Guichê')
    await signIn(api, email, passwordIn(mail))
    const login = await api.call('POST', '/auth/login', { email, password }, otherAddress())
    expect(login.body.error).toBe('ERR_INVALID_CREDENTIALS')
    for (const { token: old } of [before, session])
      expect((await api.call('GET', '/auth/me', undefined, { token: old })).status).toBe(401)
    expect((await openLink(link)).body.error).toBe('ERR_RESET_LINK_OVER')
  })

  it('gives the same answer for an unknown e-mail, and writes nothing', async () => {
    const { email } = await createPerson()
    const events = (await api.events()).length
    const [known, unknown] = await Promise.all([ask(email), ask('nobody@guiche.test')])
    const of = ({ status, body, headers }: typeof known) => [
      status,
      body,
      [...headers.keys()].filter((name) => name !== 'date'),
    ]
    expect(of(unknown)).toEqual(of(known))
    await mailTo(email)
    await allDone('reset-requests')
    expect(sent).toHaveLength(1)
    expect(await api.events()).toHaveLength(events)
  })

  it('F: the same link, ten times at once, is taken once, and one password goes out', async () => {
    const { email } = await createPerson()
    const link = await linkFor(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => openLink(link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 200) expect(body.error).toBe('ERR_RESET_LINK_OVER')
    await signIn(api, email, passwordIn(await mailTo(email, 2)))
    await allDone('mail-queue')
    expect(sent.filter(({ to }) => to === email)).toHaveLength(2)
  })

  it('has links that end after two minutes, are replaced by the next one, and are not made up', async () => {
    const { id, email } = await createPerson()
    const first = await linkFor(email)
    await ask(email)
    const second = linkIn(await mailTo(email, 2))
    expect((await openLink(first)).body.error).toBe('ERR_RESET_LINK_OVER')
    for (const madeUp of [`${id}.${'A'.repeat(43)}`, 'nonsense'])
      expect((await openLink(madeUp)).body.error).toBe('ERR_RESET_LINK_OVER')
    api.advance(121_000)
    expect((await openLink(second)).body.error).toBe('ERR_RESET_LINK_OVER')
  })

  it('keeps the link valid if nothing was written', async () => {
    const { email, password } = await createPerson()
    const link = await linkFor(email)
    const commit = jest.spyOn(api.vault, 'commit').mockRejectedValueOnce(new Error('away'))
    expect((await openLink(link)).status).toBeGreaterThanOrEqual(500)
    commit.mockRestore()
    await signIn(api, email, password)
    expect((await openLink(link)).status).toBe(200)
  })

  it('rule 6: requests are limited for each address and each e-mail', async () => {
    const { email } = await createPerson()
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await ask(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    const from = '203.0.113.9'
    const many = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        api.call('POST', '/auth/reset-password-request', { email: `x${n}@guiche.test` }, { from }),
      ),
    )
    expect(many.filter(({ status }) => status === 200)).toHaveLength(20)
  })

  it.each(['', 'caio', 'a@b.com,c@d.com', 'a@b.com\r\nBcc: c@d.com', 'a@b.com c@d.com'])(
    'rule 9: is not asked for with %j',
    async (email) => {
      const refused = await ask(email)
      const { status, body } = refused
      expect([status, body.error, body.details.field]).toEqual([400, 'ERR_VALIDATION', 'email'])
    },
  )

  it('rule 18: the token is stored only in the vault', async () => {
    const { email } = await createPerson()
    const link = await linkFor(email)
    await openLink(link)
    const password = passwordIn(await mailTo(email, 2))
    const all = JSON.stringify(await api.events())
    expect(all).not.toContain(link.split('.')[1])
    expect(all).not.toContain(password)
  })

  it('is written in the language of the page, else of the company', async () => {
    const { email } = await createPerson()
    await ask(email, { language: 'es' })
    expect((await mailTo(email)).subject).toBe('Restablece tu contraseña de Guichê')
    await ask(email)
    expect((await mailTo(email, 2)).subject).toBe('Redefina sua senha do Guichê')
  })
})

describe('mails without a mail server', () => {
  let api: TestApi
  let token: string
  beforeAll(async () => {
    api = await startTestApi()
    token = (await setUp(api)).token
  })
  afterAll(() => api.close())

  const outbox = async (as = token) => api.call('GET', '/mails', undefined, { token: as })

  it('wait in the outbox of the super user, who may delete them; after a day they are gone', async () => {
    await api.call('POST', '/auth/reset-password-request', { email: ADMIN.email })
    await until(async () => (await outbox()).body.mails.length > 0)
    const { body, headers } = await outbox()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.mails).toEqual([
      expect.objectContaining({
        to: ADMIN.email,
        state: 'kept',
        reason: '',
        text: expect.stringContaining('token='),
      }),
    ])
    const email = 'bia@guiche.test'
    const admin = { name: 'Bia', email, password: 'a quiet sea', profile: 'admin' }
    await api.call('POST', '/users', admin, { token })
    const bia = (await signIn(api, email, 'a quiet sea')).token
    expect((await outbox(bia)).status).toBe(403)
    const [{ id }] = body.mails
    const forget = (as: string) => api.call('DELETE', `/mails/${id}`, undefined, { token: as })
    expect((await forget(bia)).status).toBe(403)
    expect((await forget(token)).status).toBe(200)
    expect((await forget(token)).body.error).toBe('ERR_NO_MAIL_FOUND')
    await api.call('POST', '/auth/reset-password-request', { email })
    await until(async () => (await outbox()).body.mails.length > 0)
    api.advance(25 * 3_600_000)
    const again = (await signIn(api, ADMIN.email, ADMIN.password)).token
    expect((await outbox(again)).body.mails).toEqual([])
  })
})

describe('requests for a new password that go to a webhook', () => {
  const asked: unknown[] = []
  let answer: [number, string] = [200, '']
  const hook = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      asked.push(JSON.parse(text))
      response.writeHead(answer[0]).end(answer[1])
    })
  })
  let api: TestApi
  beforeAll(async () => {
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const { port } = hook.address() as AddressInfo
    api = await startTestApi({ passwordResetWebhook: `http://127.0.0.1:${port}/reset` })
  })
  afterAll(async () => {
    await api.close()
    hook.closeAllConnections()
    hook.close()
  })
  const ask = () =>
    api.call(
      'POST',
      '/auth/reset-password-request',
      { email: 'Ana@guiche.test', turnstileToken: 't' },
      otherAddress(),
    )

  it('have the answer of the webhook', async () => {
    expect((await ask()).status).toBe(200)
    expect(asked).toEqual([{ email: 'ana@guiche.test', turnstileToken: 't' }])
    expect(await api.vault.list('reset-requests/')).toEqual([])
    answer = [404, '{"message":"Quem?"}']
    expect((await ask()).body).toEqual({ error: 'ERR_RESET_REFUSED', details: { message: 'Quem?' } })
    for (const text of ['', '{"message":7}', 'x'.repeat(100_000)]) {
      answer = [500, text]
      api.advance(16 * 60_000)
      expect((await ask()).body).toEqual({ error: 'ERR_RESET_REFUSED', details: {} })
    }
  })
})
