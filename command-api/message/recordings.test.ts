import type { Media } from '@guiche/contracts/events/message.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newCustomer } from '../testing/customer.js'
import { decisions } from '../testing/decide.js'
import { ADMIN, ANA, COMPANY, CONNECTION, type Desk, openDesk } from '../testing/desk.js'
import { messageIds } from '../testing/message.js'
import type { MessageCommand } from './commands.js'
import { messageDecider } from './decide.js'
import type { MessageFact } from './state.js'

const recording: Media = {
  blobId: 'r',
  mimetype: 'audio/webm',
  fileName: 'a.webm',
  size: 1,
  seconds: null,
  voice: true,
}
const voiceNote: Media = { ...recording, mimetype: 'audio/ogg', blobId: voiceNoteIdOf('r') }

describe('the file of a recording of ours', () => {
  const { given } = decisions(messageDecider)
  const content = { waId: 'WA', kind: 'audio', body: '', quotedId: null, forwarded: false } as const
  const requested = (media: Media): MessageFact => ({
    type: 'message.requested.v1',
    data: { ...messageIds, ...content, media, to: '5511@s.whatsapp.net', userId: 5, source: 'user' },
  })
  const store = (media: Media): MessageCommand => ({ kind: 'store-media', media })

  it('is its voice note once that is made, and never the recording again', () => {
    const stored: MessageFact = { type: 'message.media-stored.v1', data: { ...messageIds, media: voiceNote } }
    given([requested(recording)])
      .when(store(voiceNote))
      .then([stored])
    given([requested(recording), stored])
      .when(store(voiceNote))
      .thenNothingHappened()
    given([requested(recording), stored])
      .when(store(recording))
      .thenNothingHappened()
  })

  it('is no other file, and nothing else is replaced', () => {
    given([requested(recording)])
      .when(store({ ...voiceNote, blobId: 'another' }))
      .thenNothingHappened()
    given([requested({ ...recording, voice: false })])
      .when(store(voiceNote))
      .thenNothingHappened()
  })
})

describe('a recording and its voice note', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.close())

  const put = async (id?: string): Promise<string> => {
    const about = { companyId: COMPANY, mimetype: 'audio/ogg', fileName: 'a.ogg', maxSize: 9 }
    const info = await desk.blobs.put(Buffer.from('ogg'), { ...about, ...(id !== undefined && { id }) })
    if (info === 'too-large') throw new Error('three bytes')
    return info.id
  }

  /** A voice recording sent to a customer. */
  const sent = async () => {
    const one = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${one.ticketId}`, { status: 'open' })
    const data = new FormData()
    data.append('medias', new Blob(['RIFF0000WAVEfmt '], { type: 'audio/wav' }), 'a.wav')
    data.append('voice', 'true')
    await desk.call(ANA, 'POST', `/messages/${one.ticketId}`, data)
    const { messageId, waId, media } = (await desk.log('message.requested')).at(-1)?.data ?? {}
    const first = String(media.blobId)
    const played = { ...media, blobId: voiceNoteIdOf(first), mimetype: 'audio/ogg', fileName: 'a.ogg' }
    const key = { companyId: COMPANY, connectionId: CONNECTION, fromMe: true, waId, messageId }
    return {
      ...one,
      messageId,
      files: [first, voiceNoteIdOf(first)],
      told: { kind: 'media', ...key, media: played },
    }
  }
  const left = async (files: readonly string[]) => {
    const found = await Promise.all(files.map((id) => desk.blobs.info(id)))
    return found.map((info) => info !== null)
  }
  const erase = async (contactId: number): Promise<void> => {
    await desk.shown()
    expect((await desk.call(ADMIN, 'DELETE', `/contacts/${contactId}`)).status).toBe(200)
  }

  it('change places: the recording goes when the voice note is known, and no later word brings it back', async () => {
    const { files, told, messageId, contactId } = await sent()
    const [first, second] = files
    await put(second)
    expect(await left(files)).toEqual([true, true])
    const report = desk.deliveries([told])
    await desk.conversations.inbound.handle(report)
    expect(await left(files)).toEqual([false, true])
    // The process crashed before it removed the recording.
    await put(first)
    await desk.conversations.inbound.handle(report)
    expect(await left(files)).toEqual([false, true])
    await desk.shown()
    expect((await desk.records.message(COMPANY, messageId))?.media?.blobId).toBe(second)
    await put(first)
    await erase(contactId)
    expect(await left(files)).toEqual([false, false])
  })

  it('are erased together, whether the voice note is known or not', async () => {
    const { files, contactId, told } = await sent()
    await put(files[1])
    await erase(contactId)
    expect(await left(files)).toEqual([false, false])
    await put(files[1])
    await desk.conversations.inbound.handle(desk.deliveries([told]))
    expect(await left(files)).toEqual([false, false])
  })
})
