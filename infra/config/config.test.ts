import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { tempDir } from '../testing/temp-dir.js'
import { isLoopback } from './addresses.js'
import { loadConfig, settingsForLog } from './config.js'
import { isKeyBesideData, loadSecretKey } from './secret-key.js'
import { sessionsFor } from './sessions.js'

const loadValid = (env: Record<string, string>) => {
  const config = loadConfig(env)
  if (!config.ok) throw new Error(config.error.join('; '))
  return config.value
}
const refusedSettings = (env: Record<string, string>) => {
  const config = loadConfig(env)
  return config.ok ? [] : config.error
}

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(loadValid({})).toEqual({
      engines: null,
      ffmpeg: null,
      host: '127.0.0.1',
      port: 8080,
      dataDir: resolve('./data'),
      publicUrl: null,
      admin: null,
      humanVerification: { kind: 'altcha' },
      smtp: null,
      passwordResetWebhook: null,
      waServer: null,
      simulator: true,
      isPublic: false,
      trustProxy: 'loopback',
      gatewaySessions: sessionsFor(),
      commandsPerMinute: 600,
      waitingPerSender: 300,
      storedBytes: 100 * 2 ** 30,
      logLevel: 'info',
      logFormat: null,
      hstsSubdomains: false,
      metricsToken: null,
    })
  })

  it('uses the set variables', () => {
    expect(
      loadValid({
        MODE: 'embedded',
        HOST: '0.0.0.0',
        PORT: '0',
        DATA_DIR: '/somewhere',
        PUBLIC_URL: 'https://desk.example.com/',
        SECRET_KEY: 'x'.repeat(32),
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'correct horse',
        COMPANY_LANGUAGE: 'es',
        HUMAN_VERIFICATION: 'turnstile',
        TURNSTILE_SITE_KEY: 'site',
        TURNSTILE_SECRET_KEY: 'secret',
        SMTP_URL: 'smtps://desk%40example.com:p%3Aw@mail.example.com',
        MAIL_FROM: 'Guichê <desk@example.com>',
        PASSWORD_RESET_WEBHOOK: 'https://n8n.example.com/webhook/1',
        WA_SERVER_URL: 'wss://127.0.0.1:9000/ws/chat',
        WA_SERVER_CA: '/somewhere/ca.pem',
        FFMPEG_PATH: process.execPath,
        LOG_FORMAT: 'json',
        HSTS_SUBDOMAINS: 'on',
        LOG_LEVEL: 'debug',
        METRICS_TOKEN: 'a-token-for-metrics',
        TRUST_PROXY: 'uniquelocal',
        GATEWAY_SESSIONS: '40',
        COMMANDS_PER_MINUTE: '1200',
        WAITING_PER_SENDER: '50',
        STORED_GB_PER_COMPANY: '2',
      }),
    ).toEqual({
      engines: null,
      host: '0.0.0.0',
      port: 0,
      dataDir: '/somewhere',
      publicUrl: 'https://desk.example.com',
      admin: { email: 'admin@example.com', password: 'correct horse', language: 'es' },
      humanVerification: { kind: 'turnstile', siteKey: 'site', secretKey: 'secret' },
      smtp: {
        ...{ host: 'mail.example.com', port: 465, tls: 'implicit' },
        login: { user: 'desk@example.com', password: 'p:w' },
        from: { name: 'Guichê', address: 'desk@example.com' },
      },
      passwordResetWebhook: 'https://n8n.example.com/webhook/1',
      waServer: { url: 'wss://127.0.0.1:9000/ws/chat', caFile: '/somewhere/ca.pem' },
      ffmpeg: process.execPath,
      simulator: false,
      isPublic: true,
      trustProxy: 'uniquelocal',
      gatewaySessions: 40,
      commandsPerMinute: 1200,
      waitingPerSender: 50,
      storedBytes: 2 * 2 ** 30,
      logLevel: 'debug',
      logFormat: 'json',
      hstsSubdomains: true,
      metricsToken: 'a-token-for-metrics',
    })
  })

  it.each([
    ['smtp://mail.example.com', { port: 587, tls: 'starttls', login: null }],
    ['smtp://127.0.0.1:2525', { port: 2525, tls: 'off' }],
    ['smtp://mail:25', { host: 'mail', port: 25, tls: 'off' }],
    ['smtp://a:b@[::1]:25/', { host: '::1', tls: 'off', login: { user: 'a', password: 'b' } }],
  ])('reads the mail server from %s', (SMTP_URL, smtp) => {
    expect(loadValid({ SMTP_URL, MAIL_FROM: 'desk@example.com' }).smtp).toMatchObject(smtp)
  })
  it.each([
    [{ SMTP_URL: 'smtp://mail:25' }, 'together'],
    [{ MAIL_FROM: 'desk@example.com' }, 'together'],
    [{ SMTP_URL: 'smtp://mail:25', MAIL_FROM: 'a@b.com, c@d.com' }, 'one e-mail address'],
    [{ SMTP_URL: 'smtp://mail:25/?tls=off', MAIL_FROM: 'a@b.com' }, 'behind its port'],
    [{ SMTP_URL: 'smtp://%zz@mail', MAIL_FROM: 'a@b.com' }, 'percent-encoded'],
    [{ SMTP_URL: 'mail:25', MAIL_FROM: 'a@b.com' }, 'an address like'],
    [{ PASSWORD_RESET_WEBHOOK: 'n8n' }, 'http'],
  ])('refuses %j for mails', (env, why) => {
    expect(refusedSettings(env as Record<string, string>).join()).toContain(why)
  })

  it('treats an empty variable as absent', () => {
    expect(loadValid({ PORT: '', SIMULATOR: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })).toEqual(loadValid({}))
  })

  it.each([
    ['127.0.0.1', undefined, true],
    ['localhost', undefined, true],
    ['::1', undefined, true],
    ['0.0.0.0', undefined, false],
    ['desk.example.com', undefined, false],
    ['0.0.0.0', 'on', true],
    ['127.0.0.1', 'off', false],
  ])('offers the simulator on host %s with SIMULATOR=%s: %s', (host, setting, offered) => {
    expect(
      loadValid({ HOST: host, ...(setting === undefined ? {} : { SIMULATOR: setting }) }).simulator,
    ).toBe(offered)
  })

  it.each([
    ['https://desk.example.com', undefined, false],
    ['https://desk.example.com', 'on', true],
    ['http://localhost:8080', undefined, true],
  ])('offers the simulator behind a proxy at %s with SIMULATOR=%s: %s', (publicUrl, setting, offered) => {
    expect(loadValid({ PUBLIC_URL: publicUrl, SIMULATOR: setting ?? '' }).simulator).toBe(offered)
  })

  it.each([
    ['MODE', 'clustered'],
    ['HOST', 'two words'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'desk.example.com'],
    ['PUBLIC_URL', 'https://desk.example.com/sub'],
    ['PUBLIC_URL', 'https://user:pass@desk.example.com'],
    // No browser has such an origin, so no socket could be opened.
    ['PUBLIC_URL', 'https://desk.example.com:99999'],
    ['PUBLIC_URL', 'https://[::1'],
    ['PUBLIC_URL', 'https://desk%zz.example.com'],
    ['SECRET_KEY', 'short'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'short'],
    ['COMPANY_LANGUAGE', 'fr'],
    ['COMPANY_LANGUAGE', 'constructor'],
    // Refused without ADMIN_EMAIL, because the variable would have no effect.
    ['COMPANY_LANGUAGE', 'es'],
    ['HUMAN_VERIFICATION', 'maybe'],
    ['WA_SERVER_URL', 'https://127.0.0.1'],
    ['WA_SERVER_URL', 'wss://web.example.com/ws'],
    ['WA_SERVER_URL', 'wss://172.32.0.1/ws'],
    ['WA_SERVER_CA', '/somewhere/ca.pem'],
    ['SIMULATOR', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, and tells the variable’s name but not the value', (name, value) => {
    const problems = refusedSettings({ [name]: value })
    expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
    if (/SECRET|PASSWORD/.test(name)) expect(problems.join()).not.toContain(value)
  })

  it.each([
    'ws://127.0.0.1:1',
    'ws://localhost:1',
    'ws://[::1]:1',
    'ws://10.1.2.3',
    'ws://192.168.0.9',
    'ws://172.16.0.1',
    'ws://[fd00::1]:5',
  ])('accepts %s as another WhatsApp server', (url) => {
    expect(loadValid({ WA_SERVER_URL: url }).waServer).toEqual({ url, caFile: null })
  })

  it('reports all faults at once', () => {
    expect(
      refusedSettings({ PORT: 'x', LOG_LEVEL: 'x', HUMAN_VERIFICATION: 'turnstile', ADMIN_EMAIL: 'a@b.c' }),
    ).toHaveLength(4)
  })

  const distributed = {
    MODE: 'distributed',
    EVENTSTORE_URL: 'esdb://admin:changeit@events:2113?tls=true',
    KAFKA_BROKERS: 'kafka-1:9092, kafka-2:9092',
    MONGODB_URL: 'mongodb://user:changeit@mongo:27017/desk?replicaSet=rs0',
    SECRET_KEY: 'x'.repeat(32),
  }

  it('reads the engines of a distributed installation, which has no simulator', () => {
    expect(loadValid({ ...distributed, KAFKA_PREFIX: 'desk.' })).toMatchObject({
      simulator: false,
      engines: {
        eventStoreUrl: distributed.EVENTSTORE_URL,
        brokers: 'kafka-1:9092,kafka-2:9092',
        kafkaPrefix: 'desk.',
        mongoUrl: distributed.MONGODB_URL,
      },
    })
    expect(refusedSettings({ ...distributed, SIMULATOR: 'on' })).toEqual([
      'SIMULATOR=on is possible with MODE=embedded alone',
    ])
  })

  it('names all missing variables of a distributed installation', () => {
    expect(refusedSettings({ MODE: 'distributed', KAFKA_BROKERS: 'kafka:9092' })).toEqual([
      'MODE=distributed needs EVENTSTORE_URL, MONGODB_URL, SECRET_KEY',
    ])
  })

  it.each([
    ['EVENTSTORE_URL', 'https://admin:changeit@events:2113'],
    ['KAFKA_BROKERS', 'kafka'],
    ['KAFKA_PREFIX', 'two words'],
    ['MONGODB_URL', 'postgres://user:changeit@mongo'],
    ['GATEWAY_SESSIONS', '0'],
    ['FFMPEG_PATH', '/changeit/ffmpeg'],
    ['FFMPEG_PATH', '/'],
    ['COMMANDS_PER_MINUTE', '5'],
    ['WAITING_PER_SENDER', '0'],
    ['STORED_GB_PER_COMPANY', '0.5'],
    ['METRICS_TOKEN', 'changeit'],
    ['METRICS_TOKEN', 'changeit is not for spaces'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1, everybody'],
    // Express rejects all of these
    ['TRUST_PROXY', '10.0.0.0/'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/9'],
  ])('refuses %s=%s without repeating it', (name, value) => {
    const problems = refusedSettings({ ...distributed, [name]: value })
    expect(problems).toEqual([expect.stringContaining(`${name} `)])
    expect(problems.join()).not.toContain('changeit')
  })

  it('accepts trusted proxies by address, network and name', () => {
    const TRUST_PROXY = 'loopback, 10.0.0.0/8,fd00::/8'
    expect(loadValid({ TRUST_PROXY }).trustProxy).toBe('loopback,10.0.0.0/8,fd00::/8')
  })

  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['[::1]', true],
    ['127.example.com', false],
    ['10.0.0.1', false],
  ])('tells whether only this machine can reach %s: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})

describe('the secret key', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  beforeEach(async () => {
    folder = await tempDir()
  })
  afterEach(() => folder.remove())

  it('is created once, readable by its owner alone', async () => {
    const dir = join(folder.dir, 'data')
    const key = loadSecretKey(dir, {})
    expect(key.length).toBe(64)
    expect(loadSecretKey(dir, {})).toEqual(key)
    expect((await stat(join(dir, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect(loadSecretKey(join(folder.dir, 'other'), {})).not.toEqual(key)
  })

  it('is SECRET_KEY if set; then no file is written', async () => {
    const secret = 'y'.repeat(40)
    expect(loadSecretKey(folder.dir, { SECRET_KEY: secret })).toEqual(Buffer.from(secret))
    await expect(readFile(join(folder.dir, 'secret.key'))).rejects.toThrow('ENOENT')
  })

  it('survives an interrupted start, and refuses a file without a key', async () => {
    await mkdir(folder.dir, { recursive: true })
    await writeFile(join(folder.dir, 'secret.key.new'), 'half')
    expect(loadSecretKey(folder.dir, {}).length).toBe(64)
    await writeFile(join(folder.dir, 'secret.key'), 'short\n')
    expect(() => loadSecretKey(folder.dir, {})).toThrow('secret.key')
  })

  it('is a file beside the data unless SECRET_KEY is set', () => {
    expect([{}, { SECRET_KEY: '' }, { SECRET_KEY: 'y'.repeat(40) }].map(isKeyBesideData)).toEqual([
      ...[true, true, false],
    ])
  })

  it('is not created beside a vault that has another key', async () => {
    await mkdir(folder.dir, { recursive: true })
    await writeFile(join(folder.dir, 'vault.db'), '')
    expect(() => loadSecretKey(folder.dir, {})).toThrow('set SECRET_KEY')
    await expect(readFile(join(folder.dir, 'secret.key'))).rejects.toThrow('ENOENT')
  })
})

it('the log shows settings with values, secrets by name alone', () => {
  const env = {
    PORT: '9000',
    SECRET_KEY: 'x'.repeat(40),
    MONGODB_URL: 'mongodb://u:p@h/g',
    HOME: '/root',
    HOST: '',
  }
  expect(settingsForLog(env)).toEqual({ PORT: '9000', SECRET_KEY: '(set)', MONGODB_URL: '(set)' })
})
