import { randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { type Logger, silentLogger } from '../logger.js'
import type { Account } from './accounts.js'
import { createArchive, freezeAccount, type SavedAccount, thawAccount } from './archive.js'
import { createBusyDay } from './busy-day.js'
import { createControl } from './control.js'
import type { Addressing } from './jids.js'
import { type MediaHost, startMediaHost } from './media.js'
import { nowSeconds } from './nodes.js'
import { createPairing, type Pairing } from './pairing.js'
import { createPhone, type Phone, type SavedPhone } from './phone.js'
import { type Server, startServer } from './server.js'
import { createWorld, type Group, type World } from './world.js'

export type PhoneKind = 'customer' | 'own'

export type NewPhone = {
  /** digits with the country code */
  number: string
  name?: string
  /** Hides the number from others. */
  username?: string | undefined
  /** Digits of the LID; default: random. */
  lid?: string
  about?: string
  picture?: Buffer
  /** Other spellings of the number that resolve to this phone. */
  aliases?: string[]
  /** Default kind of people's addresses on the wire. */
  addressing?: Addressing
  /** Owner of the phone, for the page only. */
  kind?: PhoneKind
}

export type SimulatorOptions = {
  host?: string
  port?: number
  mediaPort?: number
  logger?: Logger
  /** Folder of the state, which survives restarts. Without a folder the state is in memory only. */
  dataDir?: string
}

const drawLid = () => String(randomInt(10 ** 13, 10 ** 14))

type NewGroup = { subject: string; members: Phone[]; addressing?: Addressing }

type State = {
  world: World
  media: MediaHost
  pairing: Pairing
  server: Server
  phones: Map<string, Phone>
  kinds: Map<string, PhoneKind>
  events: EventEmitter
}

const startPhone = (
  state: State,
  account: Account,
  kind: PhoneKind,
  saved: SavedPhone | undefined,
): Phone => {
  const { world, media, pairing, server, phones, kinds, events } = state
  world.accounts.put(account)
  const unlink = (deviceId: number) => {
    server.removeDevice(account, deviceId)
    phone.events.emit('unlinked', { deviceId })
  }
  const phone = createPhone({ world, account, media, pairing, unlink, saved })
  phones.set(account.number, phone)
  kinds.set(account.number, kind)
  for (const name of ['message', 'update', 'tick', 'typing', 'call', 'linked', 'unlinked']) {
    phone.events.on(name, (value: unknown) => events.emit('phone', { number: account.number, name, value }))
  }
  return phone
}

/** Adds a phone. Throws if the number is invalid or taken. */
const addPhone = (state: State, wanted: NewPhone): Phone => {
  const { world, phones, events } = state
  const number = wanted.number.replace(/\D/g, '')
  if (number.length < 7 || number.length > 15) throw new Error(`not a phone number: ${wanted.number}`)
  if (phones.has(number)) throw new Error(`the number ${number} is taken`)
  const account: Account = {
    number,
    lid: wanted.lid ?? drawLid(),
    name: wanted.name ?? number,
    about: wanted.about ?? '',
    picture: wanted.picture,
    aliases: wanted.aliases ?? [],
    nextDeviceId: 1,
    blocked: [],
    devices: new Map(),
    primary: undefined,
  }
  const phone = startPhone(state, account, wanted.kind ?? 'customer', undefined)
  if (wanted.addressing) phone.setAddressing(wanted.addressing)
  if (wanted.username) phone.setUsername(wanted.username)
  world.changed()
  events.emit('changed', { number })
  return phone
}

/** Removes a phone with its account and unlinks its clients. */
const removePhone = ({ world, phones, events }: State, number: string): void => {
  const phone = phones.get(number)
  if (!phone) return
  phone.unlink()
  phone.close()
  phones.delete(number)
  world.accounts.drop(phone.account)
  world.changed()
  events.emit('changed', { number })
}

/** Creates a group. The first member is its creator. */
const addGroup = ({ world, events }: State, wanted: NewGroup): Group => {
  const { subject, members, addressing = 'lid' } = wanted
  const jid = `1203630${randomInt(10 ** 10, 10 ** 11)}@g.us`
  const numbers = members.map((phone) => phone.number)
  const group = { jid, subject, addressing, members: numbers, createdAt: nowSeconds() }
  world.groups.set(jid, group)
  world.changed()
  events.emit('changed', { group: jid })
  return group
}

/**
 * Starts a server that speaks the protocol of WhatsApp Web, and phones that are its other users. A client needs only addresses:
 * `url` of the socket, and `ca` (PEM) for the media host.
 */
export const createSimulator = async (options: SimulatorOptions = {}) => {
  const { host = '127.0.0.1', port = 0, mediaPort = 0, logger = silentLogger, dataDir } = options
  const events = new EventEmitter()
  events.setMaxListeners(0)
  const phones = new Map<string, Phone>()
  const kinds = new Map<string, PhoneKind>()
  const world = createWorld(logger, () => archive.changed())
  const archive = createArchive(
    dataDir,
    () => ({
      accounts: [...phones.values()].map((phone) =>
        freezeAccount(phone.account, phone.save(), kinds.get(phone.number) ?? 'customer'),
      ),
      groups: [...world.groups.values()],
      mediaPort: media.port,
    }),
    (error) => logger.error({ error: String(error) }, 'simulator state not written'),
  )
  const saved = await archive.load()
  const media = await startMediaHost({
    host,
    port: mediaPort,
    lastPort: saved?.mediaPort,
    folder: dataDir && join(dataDir, 'media'),
    pictureOf: (number) => world.accounts.byNumber(number)?.picture,
  })
  world.mediaHost = media.address
  const pairing = createPairing(world, (account, device) => {
    phones.get(account.number)?.events.emit('linked', { deviceId: device.id })
  })
  const server = await startServer({
    world,
    pairing,
    host,
    port,
    isOnline: (number) => phones.get(number)?.online === true,
    seatsChanged: (account) => events.emit('changed', { number: account.number }),
  })

  const state: State = { world, media, pairing, server, phones, kinds, events }
  const add = (wanted: NewPhone) => addPhone(state, wanted)
  for (const group of saved?.groups ?? []) world.groups.set(group.jid, group)
  for (const one of saved?.accounts ?? ([] as SavedAccount[])) {
    startPhone(state, thawAccount(one), one.kind === 'own' ? 'own' : 'customer', one.phone)
  }
  archive.open()
  const busyDay = createBusyDay({ phones, addPhone: add, changed: () => events.emit('changed', {}) })
  return {
    url: server.url,
    /** Certificate that clients must trust for the media host, in PEM. */
    ca: media.ca,
    mediaHost: media.address,
    /** Public root of the noise certificates, 32 bytes. */
    noiseRoot: server.rootPublic,
    /** Emits `phone` {number, name, value} for each event of a phone, and `changed` {number} when its links change. */
    events,
    phones: phones as ReadonlyMap<string, Phone>,
    kindOf: (number: string): PhoneKind => kinds.get(number) ?? 'customer',
    groups: world.groups as ReadonlyMap<string, Group>,
    control: createControl(world, server),
    addPhone: add,
    busyDay,
    removePhone: (number: string) => removePhone(state, number),
    addGroup: (wanted: NewGroup) => addGroup(state, wanted),
    async close(): Promise<void> {
      await busyDay.stop()
      await server.close()
      await media.close()
      await archive.close()
      for (const phone of phones.values()) phone.close()
    },
  }
}

export type Simulator = Awaited<ReturnType<typeof createSimulator>>
