import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OneOf } from '@guiche/contracts/envelope.js'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { SmtpSettings } from '../mail/smtp.js'
import { isLoopback, isLoopbackUrl, isNetwork, isPrivate } from './addresses.js'
import { MIN_SECRET } from './secret-key.js'
import { sessionsFor } from './sessions.js'
import { smtpOf } from './smtp.js'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Variables of the environment before parsing; an empty one counts as absent. */
const Environment = {
  MODE: OneOf(['embedded', 'distributed']),
  HOST: Type.String({ pattern: '^[A-Za-z0-9.:-]{1,255}$' }),
  PORT: Type.String({ pattern: '^[0-9]{1,5}$' }),
  DATA_DIR: Type.String({ minLength: 1 }),
  PUBLIC_URL: Type.String({ pattern: '^https?://[^/?#@\\s]+/?$' }),
  SECRET_KEY: Type.String({ minLength: MIN_SECRET }),
  OLD_SECRET_KEY: Type.String({ minLength: MIN_SECRET }),
  ADMIN_EMAIL: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$' }),
  ADMIN_PASSWORD: Type.String({ minLength: 8, maxLength: 200 }),
  COMPANY_LANGUAGE: OneOf(LANGUAGES),
  HUMAN_VERIFICATION: OneOf(['altcha', 'turnstile', 'off']),
  TURNSTILE_SITE_KEY: Type.String({ minLength: 1 }),
  TURNSTILE_SECRET_KEY: Type.String({ minLength: 1 }),
  SMTP_URL: Type.String({ pattern: '^smtps?://[^\\s]+$' }),
  MAIL_FROM: Type.String({ minLength: 3, maxLength: 300 }),
  PASSWORD_RESET_WEBHOOK: Type.String({ pattern: '^https?://[^\\s]+$' }),
  WA_SERVER_URL: Type.String({ pattern: '^wss?://[^\\s]+$' }),
  WA_SERVER_CA: Type.String({ minLength: 1 }),
  FFMPEG_PATH: Type.String({ minLength: 1 }),
  SIMULATOR: OneOf(['on', 'off']),
  LOG_LEVEL: OneOf(LOG_LEVELS),
  LOG_FORMAT: OneOf(['text', 'json']),
  HSTS_SUBDOMAINS: OneOf(['on', 'off']),
  METRICS_TOKEN: Type.String({ pattern: '^[\\x21-\\x7e]{16,200}$' }),
  EVENTSTORE_URL: Type.String({ pattern: '^(esdb|kurrentdb)(\\+discover)?://[^\\s]+$' }),
  KAFKA_BROKERS: Type.String({
    pattern: '^(kafka://[^\\s]+|[A-Za-z0-9._-]+:[0-9]{1,5}( *, *[A-Za-z0-9._-]+:[0-9]{1,5})*)$',
  }),
  EVENTSTORE_SCAVENGE_DAYS: Type.String({ pattern: '^[1-9][0-9]{0,2}$' }),
  KAFKA_PREFIX: Type.String({ pattern: '^[A-Za-z0-9._-]{1,60}$' }),
  MONGODB_URL: Type.String({ pattern: '^mongodb(\\+srv)?://[^\\s]+$' }),
  TRUST_PROXY: Type.String({ pattern: '^[A-Za-z0-9.:/, ]{1,500}$' }),
  GATEWAY_SESSIONS: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
  COMMANDS_PER_MINUTE: Type.String({ pattern: '^[1-9][0-9]{1,6}$' }),
  WAITING_PER_SENDER: Type.String({ pattern: '^[1-9][0-9]{0,6}$' }),
  STORED_GB_PER_COMPANY: Type.String({ pattern: '^[1-9][0-9]{0,6}$' }),
} as const

type Variables = { readonly [K in keyof typeof Environment]?: Static<(typeof Environment)[K]> }

/** The allowed values of each variable, for error messages. */
export const ALLOWED_VALUES: Readonly<Record<keyof typeof Environment, string>> = {
  MODE: 'is `embedded` or `distributed`',
  HOST: 'is a host name or an address',
  PORT: 'is a number from 0 to 65535',
  DATA_DIR: 'is a folder',
  PUBLIC_URL: 'is an http or https address without a path',
  SECRET_KEY: `has at least ${MIN_SECRET} characters`,
  OLD_SECRET_KEY: `has at least ${MIN_SECRET} characters`,
  ADMIN_EMAIL: 'is an e-mail address',
  ADMIN_PASSWORD: 'has 8 to 200 characters',
  COMPANY_LANGUAGE: `is one of ${LANGUAGES.join(', ')}`,
  HUMAN_VERIFICATION: 'is `altcha`, `turnstile` or `off`',
  TURNSTILE_SITE_KEY: 'is the site key of Turnstile',
  TURNSTILE_SECRET_KEY: 'is the secret key of Turnstile',
  SMTP_URL: 'is an address like smtps://user:password@host:465 or smtp://user:password@host:587',
  MAIL_FROM: 'is one e-mail address, or a name and one address in angle brackets',
  PASSWORD_RESET_WEBHOOK: 'is an http or https address',
  WA_SERVER_URL: 'is a ws or wss address on loopback or in a private network',
  WA_SERVER_CA: 'is a PEM file',
  FFMPEG_PATH: 'is the path of the program ffmpeg',
  SIMULATOR: 'is `on` or `off`',
  LOG_LEVEL: `is one of ${LOG_LEVELS.join(', ')}`,
  LOG_FORMAT: 'is `text` or `json`',
  HSTS_SUBDOMAINS: 'is `on` or `off`',
  METRICS_TOKEN: 'has 16 to 200 characters without spaces',
  EVENTSTORE_URL: 'is an address like esdb://user:password@host:2113?tls=true',
  EVENTSTORE_SCAVENGE_DAYS: 'is a number from 1 to 999',
  KAFKA_BROKERS:
    'is host:port, several with commas between them, or kafka://user:password@host:port?tls=true',
  KAFKA_PREFIX: 'has up to 60 letters, digits, dots, - and _',
  MONGODB_URL: 'is an address like mongodb://user:password@host:27017/guiche?replicaSet=rs0',
  TRUST_PROXY: 'is a list of addresses and networks, or `loopback`, `linklocal`, `uniquelocal`',
  GATEWAY_SESSIONS: 'is a number from 1 to 9999',
  COMMANDS_PER_MINUTE: 'is a number from 10 to 9999999',
  WAITING_PER_SENDER: 'is a number from 1 to 9999999',
  STORED_GB_PER_COMPANY: 'is a number from 1 to 9999999',
}

export type HumanVerification =
  | { readonly kind: 'altcha' | 'off' }
  | { readonly kind: 'turnstile'; readonly siteKey: string; readonly secretKey: string }

/** Addresses of the distributed engines. They may hold passwords, so they are never logged. */
export interface EngineAddresses {
  readonly eventStoreUrl: string
  /** longest time between scavenges of each EventStoreDB node, in days */
  readonly scavengeDays: number
  /** in the form of `parseKafkaAddress` */
  readonly brokers: string
  /** prefix of topics and groups; empty unless several installations share one Kafka */
  readonly kafkaPrefix: string
  readonly mongoUrl: string
}

/** Settings of this process, without the secret key: see `loadSecretKey`. */
export interface Config {
  /** null if embedded: the engines are in this process */
  readonly engines: EngineAddresses | null
  readonly host: string
  /** 0 = any free port */
  readonly port: number
  /** absolute */
  readonly dataDir: string
  /** without a trailing slash; null = derived from host and actual port */
  readonly publicUrl: string | null
  /** the super user to create at the first start */
  readonly admin: { readonly email: string; readonly password: string; readonly language: Language } | null
  readonly humanVerification: HumanVerification
  /** settings of SMTP; null = mails wait on the outbox page */
  readonly smtp: SmtpSettings | null
  /** webhook for requests for a new password; null = Guichê handles them */
  readonly passwordResetWebhook: string | null
  /** another server for the WhatsApp Web socket; `caFile` is the absolute path of a PEM file */
  readonly waServer: { readonly url: string; readonly caFile: string | null } | null
  /** absolute path of ffmpeg on this system; null = files that need encoding stay unchanged */
  readonly ffmpeg: string | null
  readonly simulator: boolean
  /** the address is reachable from other machines */
  readonly isPublic: boolean
  /** trusted proxies, whose X-Forwarded-For counts, in Express's terms */
  readonly trustProxy: string
  /** limit of connections in one gateway (sessions.ts) */
  readonly gatewaySessions: number
  /** commands of one session a minute */
  readonly commandsPerMinute: number
  /** limit of pending messages of one user, or of all programs, per connection */
  readonly waitingPerSender: number
  /** limit of a company's stored bytes for its users' files */
  readonly storedBytes: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** null = text on a terminal, else JSON */
  readonly logFormat: 'text' | 'json' | null
  /** whether HSTS covers all names below the host of PUBLIC_URL, too */
  readonly hstsSubdomains: boolean
  /** bearer token for /metrics; null = only this machine may read them */
  readonly metricsToken: string | null
}

const readVariables = (env: Readonly<Record<string, string | undefined>>) => {
  const wrong: string[] = []
  const given: Record<string, string> = {}
  for (const [name, schema] of Object.entries(Environment) as [keyof typeof Environment, TSchema][]) {
    const value = env[name]
    if (value === undefined || value === '') continue
    if (checkSchema(schema, value).ok) given[name] = value
    else wrong.push(`${name} ${ALLOWED_VALUES[name]}`)
  }
  return { given: given as Variables, wrong }
}

const verificationOf = (given: Variables, wrong: string[]): HumanVerification => {
  const kind = given.HUMAN_VERIFICATION ?? 'altcha'
  if (kind !== 'turnstile') return { kind }
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = given
  if (siteKey !== undefined && secretKey !== undefined) return { kind, siteKey, secretKey }
  wrong.push('HUMAN_VERIFICATION=turnstile needs TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY')
  return { kind: 'altcha' }
}

const webhookOf = ({ PASSWORD_RESET_WEBHOOK: url }: Variables, wrong: string[]): string | null => {
  if (url !== undefined && !URL.canParse(url))
    wrong.push(`PASSWORD_RESET_WEBHOOK ${ALLOWED_VALUES.PASSWORD_RESET_WEBHOOK}`)
  return url ?? null
}

const waServerOf = (given: Variables, wrong: string[]): Config['waServer'] => {
  const { WA_SERVER_URL: url, WA_SERVER_CA: ca } = given
  if (url === undefined) {
    if (ca !== undefined) wrong.push('WA_SERVER_CA needs WA_SERVER_URL')
    return null
  }
  if (!URL.canParse(url) || !isPrivate(new URL(url).hostname))
    wrong.push(`WA_SERVER_URL ${ALLOWED_VALUES.WA_SERVER_URL}`)
  return { url, caFile: ca === undefined ? null : resolve(ca) }
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const ffmpegOf = ({ FFMPEG_PATH: path }: Variables, wrong: string[]): string | null => {
  if (path === undefined) return null
  if (!isProgram(path)) wrong.push(`FFMPEG_PATH ${ALLOWED_VALUES.FFMPEG_PATH}`)
  return resolve(path)
}

type IsNamed = (name: string) => boolean

const adminOf = (given: Variables, named: IsNamed, wrong: string[]): Config['admin'] => {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, COMPANY_LANGUAGE: language } = given
  if (named('ADMIN_EMAIL') !== named('ADMIN_PASSWORD'))
    wrong.push('ADMIN_EMAIL and ADMIN_PASSWORD are given together')
  // without ADMIN_EMAIL the set-up page creates the company, with the page's language
  if (named('COMPANY_LANGUAGE') && !named('ADMIN_EMAIL'))
    wrong.push('COMPANY_LANGUAGE needs ADMIN_EMAIL and ADMIN_PASSWORD')
  if (email === undefined || password === undefined) return null
  return { email, password, language: language ?? DEFAULT_LANGUAGE }
}

/** Variables that MODE=distributed requires. */
const REQUIRED = ['EVENTSTORE_URL', 'KAFKA_BROKERS', 'MONGODB_URL', 'SECRET_KEY'] as const

const enginesOf = (given: Variables, named: IsNamed, wrong: string[]): EngineAddresses | null => {
  const missing = REQUIRED.filter((name) => !named(name))
  if (missing.length > 0) wrong.push(`MODE=distributed needs ${missing.join(', ')}`)
  const { EVENTSTORE_URL: eventStoreUrl = '', KAFKA_BROKERS = '', MONGODB_URL: mongoUrl = '' } = given
  const brokers = KAFKA_BROKERS.replaceAll(' ', '')
  const scavengeDays = Number(given.EVENTSTORE_SCAVENGE_DAYS ?? 7)
  return { eventStoreUrl, scavengeDays, brokers, kafkaPrefix: given.KAFKA_PREFIX ?? '', mongoUrl }
}

const trustProxyOf = ({ TRUST_PROXY: given = 'loopback' }: Variables, wrong: string[]): string => {
  const entries = given.split(',').map((entry) => entry.trim())
  if (!entries.every(isNetwork)) {
    wrong.push(`TRUST_PROXY ${ALLOWED_VALUES.TRUST_PROXY}`)
  }
  return entries.join(',')
}

/** Settings whose values are never shown. */
const SECRETS: ReadonlySet<string> = new Set([
  ...[
    'SECRET_KEY',
    'OLD_SECRET_KEY',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'TURNSTILE_SECRET_KEY',
    'METRICS_TOKEN',
    'PASSWORD_RESET_WEBHOOK',
  ],
  ...['SMTP_URL', 'EVENTSTORE_URL', 'KAFKA_BROKERS', 'MONGODB_URL'],
])

/** The settings that are set, for the log: secrets, and addresses with passwords, only by name. */
export const settingsForLog = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(Environment).flatMap((name) => {
      const value = env[name]
      if (value === undefined || value === '') return []
      return [[name, SECRETS.has(name) ? '(set)' : value]]
    }),
  )

/** Parses the environment (docs/operations.md lists it). The error is a list of sentences for the operator. */
export const loadConfig = (env: Readonly<Record<string, string | undefined>>): Result<Config, string[]> => {
  const { given, wrong } = readVariables(env)
  const named = (name: string) => env[name] !== undefined && env[name] !== ''
  const engines = given.MODE === 'distributed' ? enginesOf(given, named, wrong) : null
  const host = given.HOST ?? '127.0.0.1'
  const port = Number(given.PORT ?? 8080)
  if (port > 65_535) wrong.push(`PORT ${ALLOWED_VALUES.PORT}`)
  const publicUrl = given.PUBLIC_URL?.replace(/\/$/, '') ?? null
  if (publicUrl !== null && !URL.canParse(publicUrl)) wrong.push(`PUBLIC_URL ${ALLOWED_VALUES.PUBLIC_URL}`)
  // a public address belongs to a proxy, which forwards outside requests to this machine
  const isPublic = !isLoopback(host) || (publicUrl !== null && !isLoopbackUrl(publicUrl))
  const mayPlay = engines === null && !isPublic
  const simulator = given.SIMULATOR === undefined ? mayPlay : given.SIMULATOR === 'on'
  if (simulator && engines !== null) wrong.push('SIMULATOR=on is possible with MODE=embedded alone')
  const config: Config = {
    engines,
    host,
    port,
    dataDir: resolve(given.DATA_DIR ?? './data'),
    publicUrl,
    admin: adminOf(given, named, wrong),
    humanVerification: verificationOf(given, wrong),
    smtp: smtpOf(given.SMTP_URL, given.MAIL_FROM, wrong),
    passwordResetWebhook: webhookOf(given, wrong),
    waServer: waServerOf(given, wrong),
    ffmpeg: ffmpegOf(given, wrong),
    simulator,
    isPublic,
    gatewaySessions: Number(given.GATEWAY_SESSIONS ?? sessionsFor()),
    commandsPerMinute: Number(given.COMMANDS_PER_MINUTE ?? 600),
    waitingPerSender: Number(given.WAITING_PER_SENDER ?? 300),
    storedBytes: Number(given.STORED_GB_PER_COMPANY ?? 100) * 2 ** 30,
    logLevel: given.LOG_LEVEL ?? 'info',
    logFormat: given.LOG_FORMAT ?? null,
    hstsSubdomains: given.HSTS_SUBDOMAINS === 'on',
    metricsToken: given.METRICS_TOKEN ?? null,
    trustProxy: trustProxyOf(given, wrong),
  }
  return wrong.length > 0 ? err(wrong) : ok(config)
}
