import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { expect, it } from '@jest/globals'
import { createIdentities } from '../contact/identities.js'
import { messageFrom } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { createRandom } from '../testing/random.js'
import { stopAll } from './running.js'

const seed = Number(process.env.ERASURE_SEED ?? 1)
const rounds = Number(process.env.ERASURE_ROUNDS ?? 40)

/** Every text that an erasure must remove ends with this suffix, and every number has this form. */
const END = 'zqzqxj'
const NUMBERS = /5511955\d{6}|8887770\d{8}/g

const filesUnder = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? filesUnder(path) : [path]
  })

const tracesIn = (where: string, text: string): string[] => {
  const found = new Set(text.match(NUMBERS) ?? [])
  for (let at = text.indexOf(END); at >= 0; at = text.indexOf(END, at + 1)) {
    found.add(text.slice(Math.max(0, at - 24), at + END.length).replace(/[^ -~]/g, '·'))
  }
  return [...found].map((trace) => `${where}: ${trace}`)
}

const createTraffic = (desk: Desk, pick: (below: number) => number) => {
  let people = 0
  let words = 0
  const word = () => `w${(words++).toString(36)}${pick(1e9).toString(36)}${END}`

  const person = () => {
    const n = String(++people).padStart(6, '0')
    return { pn: `5511955${n}`, lid: `888777000${n}` }
  }
  type Person = ReturnType<typeof person>
  const raw = (report: ReportOf<'message'>) =>
    desk.vault.commit([
      { key: `wa-msg/${COMPANY}/${CONNECTION}/${report.waId}`, value: Buffer.from(word()) },
      { key: `wa-in/${CONNECTION}/${report.waId}`, value: Buffer.from(word()) },
    ])
  const written = (by: Person, change: Partial<ReportOf<'message'>> = {}) =>
    messageFrom(by.pn, {
      peer: { pn: by.pn, lid: by.lid, group: null, name: `Carla ${word()}` },
      body: word(),
      ...change,
    })
  const ids = { companyId: COMPANY, connectionId: CONNECTION }
  /** A reaction to another member's message in a group. */
  const reaction = (by: Person) => ({
    ...{ kind: 'reacted', ...ids, fromMe: false, waId: `other${words++}`, by: 'contact', emoji: '👍' },
    chat: { pn: null, lid: null, group: '120363041', name: null },
    author: { ...by, group: null, name: null },
  })
  const blob = async () => {
    const meta = { companyId: COMPANY, mimetype: 'image/jpeg', fileName: `${word()}.jpg`, maxSize: 1000 }
    const info = await desk.blobs.put(Buffer.from(word()), meta)
    if (info === 'too-large') throw new Error(info)
    return info
  }

  /** Events around a contact, each at its own time. */
  const things = (by: Person, ticketId: number) => [
    async () => {
      const report = written(by)
      await raw(report)
      await desk.eventBus.publish(TOPICS.reports, [{ key: COMPANY, value: report }])
    },
    async () => {
      const report = written(by)
      await raw(report)
      await desk.report(report)
    },
    async () => {
      const media = {
        ...{ blobId: '', mimetype: 'image/jpeg', fileName: `${word()}.jpg`, size: 1 },
        ...{ seconds: null, voice: false },
      }
      const report = written(by, { type: 'image', media, mediaPending: true })
      await raw(report)
      await desk.report(report)
      const info = await blob()
      const { waId } = report
      const messageId = messageIdOf(CONNECTION, false, waId)
      const stored = { ...media, blobId: info.id }
      await desk.report({ kind: 'media', ...ids, fromMe: false, waId, messageId, media: stored })
    },
    async () => {
      const info = await blob()
      const peer = { pn: by.pn, lid: null, group: null, name: null }
      await desk.report({ kind: 'picture', ...ids, peer, blobId: info.id })
    },
    () => desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: word() }),
    () => desk.call(ANA, 'POST', '/ticket-notes', { note: word(), ticketId }),
    () => desk.call(ANA, 'PUT', `/drafts/${ticketId}`, { kind: 'message', text: word(), at: 1 }),
    async () => {
      const { body } = await desk.call(ANA, 'POST', '/ticket-notes', { note: word(), ticketId })
      if (body?.id !== undefined) await desk.call(ANA, 'DELETE', `/ticket-notes/${body.id}`)
    },
    () => {
      const data = new FormData()
      const file = new Blob([`%PDF-1.4\n${word()}`], { type: 'application/pdf' })
      data.append('medias', file, `${word()}.pdf`)
      data.append('body', word())
      return desk.call(ANA, 'POST', `/messages/${ticketId}`, data)
    },
    async () => {
      const fresh = person()
      await desk.report(written({ pn: fresh.pn, lid: by.lid }))
    },
    () =>
      desk.vault.commit([
        { key: `wa/${CONNECTION}/key/session/${by.lid}_1.0`, value: Buffer.from('x') },
        { key: `wa/${CONNECTION}/key/session/${by.pn}.3`, value: Buffer.from('x') },
        { key: `wa/${CONNECTION}/key/contact/${by.pn}`, value: Buffer.from('x') },
        { key: `wa/${CONNECTION}/key/lid-mapping/${by.lid}_reverse`, value: Buffer.from('x') },
        { key: `wa/${CONNECTION}/key/sender-key/1203@g.us::${by.lid}_1::0`, value: Buffer.from('x') },
        { key: `wa/${CONNECTION}/key/sender-key/#0a1b2c3d#?@g.us::${by.lid}_1::0`, value: Buffer.from('x') },
        ...[written(by), reaction(by)].flatMap((report) =>
          [`parked-report/${COMPANY}`, `later/parked-report/${COMPANY}/waiting`].map((place) => ({
            key: `${place}/0-${word()}`,
            value: Buffer.from(JSON.stringify(report)),
          })),
        ),
      ]),
  ]
  /**
   * A message in a group, whose other members stay. After an erasure only the group shows that the person is
   * the same.
   */
  const inGroup = async (by: Person) => {
    const author = { ...by, group: null, name: `Carla ${word()}` }
    const report = written(by, {
      ...{ peer: { pn: null, lid: null, group: '120363041', name: 'Família' }, author },
      ...{ remoteJid: '120363041@g.us', participant: `${by.lid}@lid` },
    })
    await raw(report)
    await desk.report(report)
  }
  /** A message in a group, as an answer to another member's message. */
  const reacted = async (by: Person) => {
    const author = { pn: '5521900000001', lid: '555000111222', group: null, name: 'Rui' }
    const report = messageFrom('', {
      ...{ peer: { pn: null, lid: null, group: '120363041', name: 'Família' }, author },
      ...{ remoteJid: '120363041@g.us', participant: `${author.lid}@lid` },
    })
    const named = { ...by, group: null, name: `Carla ${word()}` }
    await desk.report(report, { ...reaction(by), waId: report.waId, author: named })
  }
  return { person, written, raw, things, inGroup, reacted }
}

const holdersOf = async (desk: Desk, known: readonly Identity[]): Promise<number[]> => {
  const held = await Promise.all(known.map((identity) => createIdentities(desk).holder(COMPANY, identity)))
  return [...new Set(held.flatMap((holder) => (holder === null ? [] : [holder])))]
}

const eraseContact = async (desk: Desk, contactId: number) => {
  const { status } = await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)
  expect([200, 202, 404]).toContain(status)
}

it(`a contact that is erased under traffic leaves no trace (seed ${seed}, ${rounds} rounds)`, async () => {
  const desk = await openDesk({ settings: { CheckMsgIsGroup: 'disabled' } })
  try {
    const pick = createRandom(seed)
    const { person, written, raw, things, inGroup, reacted } = createTraffic(desk, pick)
    const known: Identity[] = []
    for (let round = 0; round < rounds; round++) {
      const by = person()
      const first = written(by)
      await raw(first)
      await desk.report(first)
      const stream = `message-${messageIdOf(CONNECTION, false, first.waId)}`
      const [received] = await desk.eventStore.read(stream)
      const { contactId, ticketId } = (received as StoredEvent).data
      await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
      const all = things(by, ticketId)
      const before = [
        () => inGroup(by),
        () => reacted(by),
        ...Array.from({ length: 6 }, () => all[pick(all.length)]),
      ]
      const meanwhile = Array.from({ length: 6 }, () => all[pick(all.length)])
      await Promise.all(before.map((thing) => thing?.()))
      await Promise.all([eraseContact(desk, contactId), ...meanwhile.map((thing) => thing?.())])
      // A message received before the erasure is delivered again.
      await desk.report(first)
      known.push({ kind: 'pn', value: by.pn }, { kind: 'lid', value: by.lid })
    }
    // The bus has delivered everything once the markers behind it are stored.
    for (let marker = 0; marker < 2; marker++) {
      const last = messageFrom('5521900000000')
      await desk.eventBus.publish(TOPICS.reports, [{ key: COMPANY, value: last }])
      const stream = `message-${messageIdOf(CONNECTION, false, last.waId)}`
      while ((await desk.eventStore.read(stream)).length === 0) await turn()
    }
    await desk.shown()
    desk.untilDue()
    await desk.conversations.duePools.erase.work()
    // A person who wrote after the erasure is a new contact, which is erased, too.
    for (const contactId of await holdersOf(desk, known)) await eraseContact(desk, contactId)
    await desk.shown()
    desk.untilDue()
    await desk.conversations.duePools.erase.work()
    expect(await holdersOf(desk, known)).toEqual([])
    await stopAll(desk.running)

    const keys = await desk.vault.list('')
    const left = keys.filter((key) => /^(wa-msg|wa-in|parked-report|later|draft)\//.test(key))
    expect(left.filter((key) => !key.startsWith('wa-'))).toEqual([])
    expect(left).toEqual([])
    expect(tracesIn('vault keys', keys.join('\n'))).toEqual([])
    expect(tracesIn('log', JSON.stringify(await desk.log()))).toEqual([])
    expect(filesUnder(join(desk.dir, 'blobs')).map((file) => readFileSync(file, 'latin1'))).toEqual([])
    const files = filesUnder(desk.dir)
    expect(files.some((file) => file.endsWith('events.db'))).toBe(true)
    expect(files.flatMap((file) => tracesIn(file, readFileSync(file, 'latin1')))).toEqual([])
  } finally {
    await desk.close()
  }
}, 600_000)
