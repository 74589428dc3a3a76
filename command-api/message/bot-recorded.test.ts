import { playTurn } from '@guiche/contracts/bot/play.js'
import { BOT_START, type BotState } from '@guiche/contracts/bot/state.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectionsDecider } from '../connections/decide.js'
import { putUnnamed } from '../files/unnamed.js'
import { deciders } from '../records/deciders.js'
import { messageFrom } from '../testing/customer.js'
import {
  ADMIN,
  COMPANY,
  CONNECTION,
  type Desk,
  OTHER_QUEUE,
  openDesk,
  QUEUE,
  SECOND_CONNECTION,
} from '../testing/desk.js'
import { createRandom } from '../testing/random.js'
import { metaFor } from '../testing/store.js'
import { botConfigOf } from '../ticket/bot-config.js'

/** Each recorded dialogue is a seed. The same seed gives the same options and the same words of contacts. */
const SEED = 20260302
const DIALOGUES = 200
const ROUNDS = 5
const OPTIONS = 24
/** Texts that contacts write; null is a voice note. */
const CONTACT_TEXTS = [
  ...['1', '2', '3', '1', '2', '１.', '[ 2 ]', '2️⃣', '0', '0', '#', 'oi', 'Obrigado', 'suporte', 'VENDAS'],
  ...['opcao 3', 'Opção 7', 'atendente', 'falar com alguém', '2ª via', '9', null],
]
/** Seconds between rounds: shorter than the reading of a menu, and longer than the pause of a menu. */
const PAUSES = [1, 5, 5, 30, 61]

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({
    sole: true,
    settings: { CheckMsgIsGroup: 'disabled', botPersonWords: 'atendente, falar com alguém' },
  })
  const made = async (done: Promise<{ readonly ok: boolean }>) => {
    if (!(await done).ok) throw new Error('not made')
  }
  const configure = (connectionId: number, fields: object) => {
    const change = {
      kind: 'change',
      connectionId,
      fields: { name: `Linha ${connectionId}`, ...fields },
    } as const
    return made(desk.kernel.execute(connectionsDecider, streams.connections(COMPANY), change, metaFor()))
  }
  await configure(CONNECTION, {
    queueIds: [QUEUE, OTHER_QUEUE],
    greetingMessage: 'Olá!',
    sendIdQueue: OTHER_QUEUE,
  })
  const sole = { queueIds: [QUEUE], greetingMessage: 'Oi!', maxUseBotQueues: 2, timeUseBotQueues: 1 }
  await configure(SECOND_CONNECTION, sole)
  const below = createRandom(SEED)
  const stream = streams.records('queue-options', COMPANY)
  const about = { companyId: COMPANY, mimetype: 'application/pdf', fileName: 'tabela.pdf', maxSize: 1000 }
  const file = await putUnnamed(desk, Buffer.from('%PDF-1.4'), about)
  if (typeof file === 'string') throw new Error(file)
  const media = { blobId: file.id, fileName: 'tabela.pdf', mimetype: about.mimetype, size: file.size }
  for (let id = 1; id <= OPTIONS; id++) {
    // an earlier option of the same queue, or the root
    const parent = below(id)
    const parentId = parent > 0 && parent % 2 === id % 2 ? parent : null
    const values = {
      title: `Opção ${id}`,
      message: `Texto ${id}`,
      parentId,
      queueId: id % 2 ? QUEUE : OTHER_QUEUE,
    }
    const create = { kind: 'create', id, caller: ADMIN, values, limit: null } as const
    await made(desk.kernel.execute(deciders.queueOption, stream, create, metaFor()))
    if (below(4) > 0) continue
    const attach = { kind: 'attach', id, caller: ADMIN, field: 'media', brings: [{ media }] } as const
    await made(desk.kernel.execute(deciders.queueOption, stream, attach, metaFor()))
  }
  await desk.shown()
})
afterAll(() => desk.close())

/** The engine would postpone most of a full batch of one company. */
const inBatches = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / 20) }, (_, at) => all.slice(at * 20, at * 20 + 20))

let last = ''.padStart(20, '0')
/** All events since the previous call. */
const newEvents = async (): Promise<readonly StoredEvent[]> => {
  const head = await desk.eventStore.head()
  const found: StoredEvent[] = []
  const stop = new AbortController()
  if (last < head) {
    for await (const batch of desk.eventStore.subscribeAll({ after: last, signal: stop.signal })) {
      found.push(...batch)
      if ((batch.at(-1)?.position ?? '') >= head) break
    }
  }
  stop.abort()
  last = found.at(-1)?.position ?? last
  return found
}
/** Runs consequences in the order of the log, until no new event is written. */
const runConsequences = async (): Promise<void> => {
  for (let events = await newEvents(); events.length > 0; events = await newEvents()) {
    const followed = events.filter(({ type }) => /^(message|ticket)[.]/.test(type))
    for (const some of inBatches(followed))
      await desk.automaticMessages.handle(some.map((value) => ({ value })))
  }
}

it('F11: two hundred recorded dialogues have the same texts on a desk and in the trial, letter by letter', async () => {
  const below = createRandom(SEED + 1)
  const dialogues = Array.from({ length: DIALOGUES }, (_, at) => ({
    pn: `55119660${String(at).padStart(5, '0')}`,
    connectionId: at % 2 === 0 ? CONNECTION : SECOND_CONNECTION,
    says: Array.from({ length: ROUNDS }, () => CONTACT_TEXTS[below(CONTACT_TEXTS.length)] ?? null),
  }))
  const moments: string[] = []
  let at = Date.parse('2026-03-02T12:00:00.000Z')
  for (let round = 0; round < ROUNDS; round++) {
    at += (PAUSES[below(PAUSES.length)] ?? 5) * 1000
    const now = new Date(at).toISOString()
    moments.push(now)
    desk.setTime(now)
    const reports = dialogues.map(({ pn, connectionId, says }) => {
      const said = says[round] ?? null
      return messageFrom(pn, {
        ...{ connectionId, sentAt: now },
        ...(said === null ? { type: 'audio', body: '' } : { body: said }),
      })
    })
    for (const some of inBatches(reports)) await desk.report(...some)
    await runConsequences()
  }

  const inLife = new Map<number, string[]>()
  for (const { data } of await desk.log('message.requested')) {
    if (data.source !== 'bot') continue
    const heard = inLife.get(data.ticketId) ?? []
    inLife.set(data.ticketId, [...heard, data.media === null ? data.body : `<${data.media.fileName}>`])
  }
  const opened = await desk.log('ticket.opened')
  const contacts = new Map(
    (await desk.log('contact.created')).map(({ data }) => [data.contactId, data.number]),
  )
  let steps = 0
  for (const { data } of opened) {
    const dialogue = dialogues.find(({ pn }) => pn === contacts.get(data.contactId))
    if (dialogue === undefined) throw new Error('nobody wrote this')
    const { connectionId, says } = dialogue
    const about = { companyId: COMPANY, connectionId, queueId: null }
    const config = await botConfigOf(desk, about)
    if (config === null) throw new Error('no connection')
    let state: BotState = { ...BOT_START, queueId: connectionId === CONNECTION ? null : QUEUE }
    const heard: string[] = []
    for (const [round, said] of says.entries()) {
      const played = playTurn(state, { text: said }, config, { now: moments[round] ?? '', closed: false })
      state = played.state
      if (played.says !== null) steps += 1
      heard.push(
        ...(played.says ?? []).map((one) =>
          'text' in one ? one.text : `<${'file' in one ? one.file : one.fileListId}>`,
        ),
      )
    }
    expect({ ...dialogue, heard: inLife.get(data.ticketId) ?? [] }).toEqual({ ...dialogue, heard })
  }
  expect(opened).toHaveLength(DIALOGUES)
  // the contact answers, too
  expect(steps).toBeGreaterThan(2 * DIALOGUES)
})
