import { afterEach, describe, expect, it } from '@jest/globals'
import { isMailAddress, type Mail } from './mailer.js'
import { createSmtpMailer, type SmtpSettings, senderOf } from './smtp.js'
import { startMailServer } from './testing/server.js'

const MAIL: Mail = {
  id: '1f',
  to: 'ana@example.com',
  subject: 'Olá: sua nova senha',
  text: 'Esta é a senha.',
  html: '<p>Esta é a senha.</p>',
}
const never = new AbortController().signal

let server: Awaited<ReturnType<typeof startMailServer>>
afterEach(() => server.close())
const createTestMailer = (more: Partial<SmtpSettings> = {}, patience = { step: 2000, whole: 4000 }) =>
  createSmtpMailer(
    {
      ...{ host: '127.0.0.1', port: server.port, tls: 'off', login: null },
      from: { name: 'Guichê', address: 'desk@example.com' },
      ...more,
    },
    patience,
  )

describe('a mail over SMTP', () => {
  it('arrives as text and HTML, with the same message id on a retry', async () => {
    server = await startMailServer()
    expect(await createTestMailer().send(MAIL, never)).toBe('sent')
    expect(await createTestMailer().send(MAIL, never)).toBe('sent')
    expect(server.arrived).toHaveLength(2)
    const { from, to, content } = server.arrived[0] ?? { from: '', to: [], content: '' }
    expect(from).toContain('<desk@example.com>')
    expect(to).toEqual(['RCPT TO:<ana@example.com>'])
    expect(content).toContain('Message-ID: <1f@example.com>')
    expect(content).toContain('text/plain')
    expect(content).toContain('text/html')
    expect(content).toContain('Auto-Submitted: auto-generated')
  })

  it('tells whether a refusal is final', async () => {
    server = await startMailServer((command) =>
      command.startsWith('RCPT') ? '550 no such person' : undefined,
    )
    expect(await createTestMailer().send(MAIL, never)).toEqual({ failed: 'EENVELOPE 550', forGood: true })
    await server.close()
    server = await startMailServer((command) => (command.startsWith('RCPT') ? '451 later' : undefined))
    expect(await createTestMailer().send(MAIL, never)).toEqual({ failed: 'EENVELOPE 451', forGood: false })
  })

  it('is not sent without TLS if TLS is required', async () => {
    server = await startMailServer()
    const outcome = await createTestMailer({ tls: 'starttls' }).send(MAIL, never)
    expect(outcome).toMatchObject({ forGood: false })
    expect(server.arrived).toHaveLength(0)
  })

  it('fails at a silent or unreachable server', async () => {
    server = await startMailServer(() => null)
    const patience = { step: 100, whole: 4000 }
    expect(await createTestMailer({}, patience).send(MAIL, never)).toMatchObject({ forGood: false })
    await server.close()
    expect(await createTestMailer({}, patience).send(MAIL, never)).toMatchObject({ forGood: false })
    server = await startMailServer()
  })

  it('fails at its total time limit, and when aborted', async () => {
    server = await startMailServer((command) => (command === '.' ? null : undefined))
    const slow = createTestMailer({}, { step: 60_000, whole: 100 })
    expect(await slow.send(MAIL, never)).toMatchObject({ forGood: false })
    const stop = new AbortController()
    const sending = createTestMailer({}, { step: 60_000, whole: 60_000 }).send(MAIL, stop.signal)
    stop.abort()
    expect(await sending).toMatchObject({ forGood: false })
  })

  it.each([
    'ana@example.com\r\nBcc: eva@example.com',
    'ana@example.com,eva@example.com',
    '<ana@example.com>',
  ])('goes to one address, not to %j', async (to) => {
    server = await startMailServer()
    expect(await createTestMailer().send({ ...MAIL, to }, never)).toEqual({
      failed: 'EADDRESS',
      forGood: true,
    })
    expect(server.arrived).toHaveLength(0)
  })

  it('has no header injected by its subject', async () => {
    server = await startMailServer()
    await createTestMailer().send({ ...MAIL, subject: 'Hello\r\nBcc: eva@example.com' }, never)
    expect(server.arrived[0]?.content).toContain('Subject: Hello Bcc: eva@example.com')
    expect(server.arrived[0]?.to).toHaveLength(1)
  })
})

describe('the sender of mails', () => {
  it('is an address, with a name or without', () => {
    expect(senderOf('desk@example.com')).toEqual({ name: '', address: 'desk@example.com' })
    expect(senderOf('Guichê <desk@example.com>')).toEqual({ name: 'Guichê', address: 'desk@example.com' })
    for (const wrong of ['', 'Guichê', 'a@b, c@d', 'Guichê <a@b> <c@d>', 'a@b\r\nBcc: c@d'])
      expect(senderOf(wrong)).toBeNull()
    expect(isMailAddress('a b@example.com')).toBe(false)
  })
})
