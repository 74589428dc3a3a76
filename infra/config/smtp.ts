import { type SmtpSettings, senderOf } from '../mail/smtp.js'
import { isPrivate } from './addresses.js'

const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const

const loginOf = ({ username, password }: URL): SmtpSettings['login'] | 'wrong' => {
  if (username === '') return null
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'wrong'
  }
}
/** A name without a dot is known only in this network, for example a container's name. */
const isNear = (host: string): boolean => isPrivate(host) || /^[a-z0-9-]+$/i.test(host)

/**
 * Parses SMTP_URL and MAIL_FROM; faults are added to `wrong`. Null without SMTP. `smtps:` is TLS from the first byte.
 * `smtp:` upgrades to TLS. Without TLS, `smtp:` sends only to servers in this network.
 */
export const smtpOf = (
  url: string | undefined,
  from: string | undefined,
  wrong: string[],
): SmtpSettings | null => {
  if (url === undefined && from === undefined) return null
  if (url === undefined || from === undefined) {
    wrong.push('SMTP_URL and MAIL_FROM are given together')
    return null
  }
  const sender = senderOf(from)
  if (sender === null)
    wrong.push('MAIL_FROM is one e-mail address, or a name and one address in angle brackets')
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isWhole = parsed !== null && parsed.hostname !== '' && /^\/?$/.test(parsed.pathname + parsed.search)
  const login = parsed === null ? null : loginOf(parsed)
  if (!isWhole || login === 'wrong')
    wrong.push('SMTP_URL has a host, nothing behind its port, and a percent-encoded user and password')
  if (!isWhole || login === 'wrong' || sender === null) return null
  const { protocol, hostname, port } = parsed
  const isImplicit = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port || PORTS[isImplicit ? 'smtps:' : 'smtp:']),
    tls: isImplicit ? 'implicit' : isNear(hostname) ? 'off' : 'starttls',
    login,
    from: sender,
  }
}

/** Whether mails are sent automatically. Otherwise they wait in the outbox until a super user passes them on. */
export const mailsLeave = (config: {
  readonly smtp: SmtpSettings | null
  readonly passwordResetWebhook: string | null
}): boolean => config.smtp !== null || config.passwordResetWebhook !== null
