import { isMailAddress, type Mailer, type MailOutcome } from './mailer.js'

/** The way mails are sent, as the operator has set (SMTP_URL and MAIL_FROM). */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /**
   * `implicit`: TLS from the first byte; `starttls`: required, nothing is sent without it; `off`: within a
   * trusted network
   */
  readonly tls: 'implicit' | 'starttls' | 'off'
  /** null: the server requires no login */
  readonly login: { readonly user: string; readonly password: string } | null
  readonly from: { readonly name: string; readonly address: string }
}

/** Timeouts in milliseconds: of each step of the dialogue with a server, and of the whole mail. */
interface Patience {
  readonly step: number
  readonly whole: number
}
const DEFAULT_PATIENCE: Patience = { step: 10_000, whole: 40_000 }

const SENDER_PATTERN = /^(?:(?<name>[^<>"\p{Cc}]{0,100}?) *<(?<named>[^<>]+)>|(?<bare>[^<>]+))$/u

/** Parses `Name <address>` or an address alone; null for any other text. */
export const senderOf = (text: string): SmtpSettings['from'] | null => {
  const { name = '', named, bare } = SENDER_PATTERN.exec(text.trim())?.groups ?? {}
  const address = named ?? bare ?? ''
  return isMailAddress(address) ? { name: name.trim(), address } : null
}

interface Failure {
  readonly code?: unknown
  readonly responseCode?: unknown
}

/**
 * A refusal of the address or text is final. Other failures are temporary: a full disk, a wrong password, an
 * absent server.
 */
const outcomeOf = (failure: unknown): MailOutcome => {
  const { code, responseCode } = (failure ?? {}) as Failure
  const answered = typeof responseCode === 'number' ? responseCode : 0
  const failed = [typeof code === 'string' ? code : 'failed', answered || ''].join(' ').trim()
  return { failed, forGood: answered >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE') }
}

/**
 * A mailer over SMTP. Each mail has its own connection, so that a hanging mail does not delay others. A mail whose subject or
 * address has a line break is never sent.
 */
export const createSmtpMailer = (settings: SmtpSettings, patience: Patience = DEFAULT_PATIENCE): Mailer => {
  const { host, port, tls, login, from } = settings
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'off',
      ...(login !== null && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: patience.step,
      greetingTimeout: patience.step,
      socketTimeout: patience.step,
      dnsTimeout: patience.step,
      // a mail contains only our own text, no file or address
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    send: async ({ id, to, subject, text, html }, signal) => {
      if (!isMailAddress(to)) return { failed: 'EADDRESS', forGood: true }
      try {
        const transport = await open()
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replace(/\p{Cc}+/gu, ' '),
          text,
          html,
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          // prevents automatic replies such as absence notes
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience.whole)]),
        })
        return 'sent'
      } catch (failure) {
        return outcomeOf(failure)
      }
    },
  }
}
