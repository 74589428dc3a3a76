import { existsSync, readFileSync } from 'node:fs'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import { ALLOWED_VALUES, loadConfig } from '@guiche/infra/config/config.js'
import { parseKafkaAddress } from '@guiche/infra/event-bus/kafka/address.js'
import { describe, expect, it } from '@jest/globals'
import { SERVICES } from './distributed/start.js'
import {
  composeEnv,
  fileOf,
  GIVEN_SETTINGS,
  inRoot,
  ONE_PROCESS,
  readCompose,
  textOf,
} from './testing/compose.js'
import { START_ARGUMENTS } from './testing/product-process.js'

const compose = readCompose()
const services = Object.entries(compose.services)
/** Services of the compose file that run once. */
const SETS = ['certificates', 'eventstore-set', 'mongo-set']
const lasting = services.filter(([name]) => !SETS.includes(name))
const own = lasting.filter(([, { image }]) => image?.startsWith('guiche:'))

describe('compose.yaml', () => {
  it('has every service and every engine, of the versions that are supported', () => {
    expect(own.map(([name]) => name).sort()).toEqual([...SERVICES].sort())
    const images = Object.fromEntries(services.map(([name, { image }]) => [name, image]))
    expect(images.eventstore).toBe('eventstore/eventstore:24.10')
    expect(images.kafka).toMatch(/^apache\/kafka:4\./)
    expect(images.mongo).toMatch(/^mongo:8\./)
    expect(images['mongo-set']).toBe(images.mongo)
  })

  it.each(lasting)('%s has an image, a health check, limits and a restart policy', (_, service) => {
    expect(service.image).toMatch(/^[a-z/]+:[a-z0-9.-]+$/)
    expect(service.restart).toBe('unless-stopped')
    const { test } = service.healthcheck ?? {}
    expect(Array.isArray(test) && test[0] === 'CMD' && test.length > 1).toBe(true)
    expect((test as unknown[]).filter((part) => typeof part !== 'string')).toEqual([])
    expect(service.deploy?.resources?.limits?.cpus).toMatch(/^\d+$/)
    expect(service.deploy?.resources?.limits?.memory).toMatch(/^\d+[MG]$/)
  })

  it.each(services)('%s refers to existing services, volumes and networks only', (_, service) => {
    const { depends_on = [], networks = [], network_mode, volumes = [] } = service
    const wanted = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(wanted.filter((name) => !(name in compose.services))).toEqual([])
    expect(networks.filter((name) => !(name in compose.networks))).toEqual([])
    expect(networks.length > 0 || network_mode === 'none').toBe(true)
    const named = volumes.map((volume) => volume.split(':')[0] ?? '')
    const missing = named.filter((name) =>
      name.startsWith('.') ? !existsSync(fileOf(name)) : !(name in compose.volumes),
    )
    expect(missing).toEqual([])
  })

  it.each(own)(
    '%s starts with variables that it knows and takes',
    (name, { command, environment = {}, volumes }) => {
      expect(command).toEqual([name])
      const known = textOf('../config/config.ts')
      expect(Object.keys(environment).filter((one) => !new RegExp(`^  ${one}: `, 'm').test(known))).toEqual(
        [],
      )
      const config = loadConfig(environment)
      expect(config.ok ? [] : config.error).toEqual([])
      expect(config).toMatchObject({ ok: true, value: { port: 8080, host: '0.0.0.0', simulator: false } })
      // Every engine requires a login.
      const { eventStoreUrl = '', brokers = '', mongoUrl = '' } = (config.ok && config.value.engines) || {}
      for (const address of [eventStoreUrl, brokers, mongoUrl]) {
        const { username, password } = new URL(address)
        expect([username, password]).toEqual(['guiche', GIVEN_SETTINGS.ENGINES_PASSWORD])
      }
      const ca = new URL(eventStoreUrl).searchParams.get('tlsCAFile')
      expect([ca, new URL(eventStoreUrl).searchParams.get('tls')]).toEqual(['/trusted/ca.crt', 'true'])
      expect(volumes).toContain('trusted:/trusted:ro')
      expect(parseKafkaAddress(brokers)).toMatchObject({
        brokers: ['kafka:9092'],
        login: { mechanism: 'plain' },
      })
    },
  )

  it.each(own)('%s has every setting of the engines', (_, { environment = {} }) => {
    const settings = Object.keys(ALLOWED_VALUES).filter((name) => /^(EVENTSTORE|KAFKA|MONGODB)_/.test(name))
    expect(settings.filter((name) => !(name in environment))).toEqual([])
  })

  it('uses exactly the variables of .env.example', () => {
    const taken = [...textOf('compose.yaml').matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
    expect([...new Set(taken)].sort()).toEqual([...composeEnv.keys()].sort())
  })

  it('runs as many instances as .env says, by default two of each', () => {
    const counts = [
      ['command-api', 'COMMAND_APIS'],
      ['query-api', 'QUERY_APIS'],
      ['projector', 'PROJECTORS'],
      ['wa-gateway', 'WA_GATEWAYS'],
    ] as const
    for (const [service, name] of counts) {
      expect(Number(compose.services[service]?.deploy?.replicas)).toBe(2)
      composeEnv.set(name, '4')
      expect(Number(readCompose().services[service]?.deploy?.replicas)).toBe(4)
      composeEnv.set(name, '')
    }
  })

  it('gives the gateways the memory that their connections take', () => {
    const { environment, deploy } = compose.services['wa-gateway'] ?? {}
    const megabytes = Number(deploy?.resources?.limits?.memory?.replace('M', ''))
    expect(megabytes).toBeGreaterThanOrEqual(300 + 4 * Number(environment?.GATEWAY_SESSIONS))
  })

  it('has the only broker write to the disk before it acknowledges', () => {
    expect(compose.services.kafka?.environment?.KAFKA_LOG_FLUSH_INTERVAL_MESSAGES).toBe('1')
  })

  it('refuses to start without required variables', () => {
    for (const [given, value] of Object.entries(GIVEN_SETTINGS)) {
      composeEnv.set(given, '')
      for (const name of given === 'SECRET_KEY' ? ['compose.yaml', ONE_PROCESS] : ['compose.yaml'])
        expect(() => readCompose(name)).toThrow(`${given} is needed`)
      composeEnv.set(given, value)
    }
  })

  it('has engines that require authentication', () => {
    const { eventstore, kafka, mongo } = compose.services
    const { ENGINES_PASSWORD: services = '', ENGINES_ADMIN_PASSWORD: administrators } = GIVEN_SETTINGS

    const store = eventstore?.environment ?? {}
    expect(Object.keys(store).filter((name) => /INSECURE|ANONYMOUS|DISABLE/.test(name))).toEqual([])
    expect(store).toMatchObject({
      EVENTSTORE_CERTIFICATE_FILE: expect.stringMatching(/^\/certificates\//),
      EVENTSTORE_DEFAULT_ADMIN_PASSWORD: administrators,
      EVENTSTORE_DEFAULT_OPS_PASSWORD: administrators,
    })
    const made = compose.services['eventstore-set']
    expect(made?.environment).toMatchObject({
      EVENTSTORE_URL: compose.services.relay?.environment?.EVENTSTORE_URL,
      EVENTSTORE_ADMIN_URL: expect.stringContaining(`//admin:${administrators}@eventstore:2113?tls=true`),
    })
    const script = made?.entrypoint?.at(-1) ?? ''
    expect(existsSync(inRoot(script.replace('/dist/', '/').replace(/\.js$/, '.ts')))).toBe(true)

    const broker = kafka?.environment ?? {}
    const open = (broker.KAFKA_LISTENERS ?? '').split(',').filter((one) => !one.includes('://127.0.0.1:'))
    expect(open).toEqual(['SERVICES://:9092'])
    expect(broker.KAFKA_LISTENER_SECURITY_PROTOCOL_MAP).toContain('SERVICES:SASL_PLAINTEXT')
    expect(broker.KAFKA_LISTENER_NAME_SERVICES_PLAIN_SASL_JAAS_CONFIG).toContain(`user_guiche="${services}"`)

    expect(mongo?.command?.join()).toContain(' --keyFile ')
    expect(mongo?.environment?.MONGO_INITDB_ROOT_PASSWORD).toBe(administrators)
    expect(compose.services['mongo-set']?.environment?.PASSWORD).toBe(services)
  })

  it('has engines that are unreachable from outside', () => {
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['proxy'])
    expect(compose.networks.engines?.internal).toBe(true)
    for (const name of ['eventstore', 'kafka', 'mongo']) {
      expect(compose.services[name]?.networks).toEqual(['engines'])
    }
    expect(compose.services.proxy?.networks).toEqual(['front'])
  })

  it('has no internet access for services that need none', () => {
    const out = services.filter(([, { networks = [] }]) =>
      networks.some((name) => compose.networks[name]?.internal !== true),
    )
    expect(out.map(([name]) => name).sort()).toEqual(['command-api', 'proxy', 'query-api', 'wa-gateway'])
  })
})

describe('compose.one-process.yaml', () => {
  const { services, volumes } = readCompose(ONE_PROCESS)
  const one = services.guiche
  const image = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(textOf('Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  )

  it('has one service, a data folder of its user, and a key outside of that folder', () => {
    expect(Object.keys(services)).toEqual(['guiche'])
    expect(one?.build).toEqual(compose.services.relay?.build)
    expect(one?.image).toBe(compose.services.relay?.image)
    expect(one?.restart).toBe('unless-stopped')
    const [[volume, folder] = []] = (one?.volumes ?? []).map((text) => text.split(':'))
    expect(Object.keys(volumes)).toEqual([volume])
    expect(image.DATA_DIR).toBe(folder)
    expect(textOf('Dockerfile')).toContain(`RUN install -d -o node -g node -m 700 ${folder}\n`)
    expect(one?.environment?.SECRET_KEY).toBe(GIVEN_SETTINGS.SECRET_KEY)
  })

  it('has accepted settings, and is reachable from this machine alone', () => {
    // settings of the image alone
    const { NODE_ENV, FFMPEG_PATH, ...ours } = image
    expect([NODE_ENV, FFMPEG_PATH]).toEqual(['production', '/usr/bin/ffmpeg'])
    const given = { ...ours, ...one?.environment }
    expect(Object.keys(given).filter((name) => !(name in ALLOWED_VALUES))).toEqual([])
    const config = loadConfig(given)
    expect(config).toMatchObject({ ok: true, value: { engines: null, dataDir: '/data', isPublic: true } })
    expect(one?.ports).toEqual([`127.0.0.1:8080:${image.PORT}`])
  })
})

describe('the container image', () => {
  const lines = textOf('Dockerfile').split('\n')
  const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { workspaces: string[] }

  it('is built from every workspace, and has the build of each', () => {
    for (const name of workspaces) {
      expect(lines).toContain(`COPY ${name}/package.json ${name}/`)
      expect(final).toContain(`COPY --from=build /app/${name}/package.json ${name}/`)
      expect(final).toContain(`COPY --from=build /app/${name}/dist ${name}/dist`)
    }
  })

  it('runs as an unprivileged user, without build tools, with a health check', () => {
    expect(final.filter((line) => line.startsWith('RUN '))).toEqual([
      // the encoder of FFMPEG_PATH
      'RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*',
      // DATA_DIR of the embedded mode
      'RUN install -d -o node -g node -m 700 /data',
      'RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force',
    ])
    expect(final.indexOf('USER node')).toBeGreaterThan(0)
    expect(final.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true)
  })

  it('starts the build like `npm start`', () => {
    const entry = final.find((line) => line.startsWith('ENTRYPOINT '))?.replace('ENTRYPOINT ', '') ?? '[]'
    expect(JSON.parse(entry)).toEqual(['node', ...START_ARGUMENTS])
    expect(textOf('guiche.service')).toContain(`/node ${START_ARGUMENTS.join(' ')}\n`)
    // A socket costs 16 KB with this option. A larger young generation grows under load and stays large.
    expect(START_ARGUMENTS).toContain('--max-semi-space-size=16')
    const file = START_ARGUMENTS.at(-1) ?? ''
    expect(existsSync(inRoot(file.replace('/dist/', '/').replace(/\.js$/, '.ts')))).toBe(true)
    expect(compose.services.relay?.build).toEqual({ context: '../..', dockerfile: 'infra/deploy/Dockerfile' })
  })

  it('excludes secrets, builds and tests from its build context', () => {
    const ignored = textOf('Dockerfile.dockerignore').split('\n')
    for (const one of ['**/.env*', '**/node_modules', '**/dist', 'data', '.git'])
      expect(ignored).toContain(one)
  })
})

describe('the reverse proxy', () => {
  const text = textOf('Caddyfile')
  const [, commandsBlock = ''] = /@commands \{([^}]*)\}/.exec(text) ?? []
  const [, prefix = ''] = /path (\S+)\*/.exec(commandsBlock) ?? []
  const reads = /not method (.*)/.exec(commandsBlock)?.[1]?.trim().split(' ') ?? []
  const upstreams = [...text.matchAll(/dynamic a (\S+) (\d+)/g)].map(([, name = '', port]) => ({
    name,
    port,
  }))
  const [commands, others] = upstreams

  /** The service that gets a request. */
  const serviceFor = (method: string, path: string): string | undefined =>
    path.startsWith(prefix) && !reads.includes(method) ? commands?.name : others?.name

  it('has both services at their ports', () => {
    expect(upstreams.map(({ name }) => name)).toEqual(['command-api', 'query-api'])
    for (const { name, port } of upstreams) expect(compose.services[name]?.environment?.PORT).toBe(port)
    expect(text).toMatch(/handle @commands \{\s*reverse_proxy \{\s*dynamic a command-api/)
  })

  it('can repeat a command at the next instance, with its body', () => {
    expect(/handle @commands \{[\s\S]*?\n\t\}/.exec(text)?.[0]).toContain('request_buffers')
  })

  it.each(ROUTE_LIST.map(([key]) => key))('routes %s to one service', (key) => {
    const [method = '', path = ''] = key.split(' ')
    expect(serviceFor(method, `/api${path}`)).toBe(method === 'GET' ? 'query-api' : 'command-api')
  })

  it.each(['/', '/tickets/1', '/assets/index.js', '/ws', '/health/ready'])(
    'routes %s to query-api',
    (path) => {
      expect(serviceFor('GET', path)).toBe('query-api')
    },
  )

  it('does not expose the metrics', () => {
    // Caddy sorts `respond` behind all `handle` blocks, so outside of one it would never be reached.
    expect(text).toMatch(/@inside path \/metrics \/metrics\/\*\s+handle @inside \{\s+respond 404\s+\}/)
    expect(text.indexOf('handle @inside')).toBeLessThan(text.indexOf('handle @commands'))
  })
})
