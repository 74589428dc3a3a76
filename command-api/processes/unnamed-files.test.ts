import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { putSecret, putUnnamed } from '../files/unnamed.js'
import { createChats } from '../message/chats.js'
import { createRequestCopy } from '../message/request-copy.js'
import { newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, COMPANY, type Desk, openDesk } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'

let desk: Desk
let chat: Awaited<ReturnType<typeof newCustomer>>
beforeAll(async () => {
  desk = await openDesk()
  chat = await newCustomer(desk)
  await desk.call(ANA, 'PUT', `/tickets/${chat.ticketId}`, { status: 'open' })
})
afterAll(() => desk.close())

const TEXT = { companyId: COMPANY, mimetype: 'application/pdf', fileName: 'a.pdf', maxSize: 1000 }
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const storedFiles = async () => {
  const info = await putUnnamed(desk, PDF, TEXT)
  if (typeof info === 'string') throw new Error(info)
  return info.id
}
const isStored = async (blobId: string) => (await desk.blobs.info(blobId)) !== null
/** The files stored by `work` without an event: copies for a forward or a planned message. */
const copiesOf = async (work: () => Promise<unknown>) => {
  const before = await desk.vault.list('blob-unnamed/')
  await work()
  const now = await desk.vault.list('blob-unnamed/')
  return now.filter((key) => !before.includes(key)).map((key) => key.slice('blob-unnamed/'.length))
}

it('are removed after a day, except files that an event names', async () => {
  const lost = await storedFiles()
  const form = (name: string) => {
    const data = new FormData()
    data.append(name, new Blob([PDF], { type: 'application/pdf' }), 'a.pdf')
    return data
  }
  // uploads for a message and for a record
  await desk.call(ANA, 'POST', `/messages/${chat.ticketId}`, form('medias'))
  const [sent] = (await desk.log('message.requested')).map(({ data }) => data.media.blobId)
  const quick = await desk.call(ADMIN, 'POST', '/quick-messages', {
    shortcode: 'a',
    message: 'b',
    geral: true,
  })
  await desk.call(ADMIN, 'POST', `/quick-messages/${quick.body.id}/media-upload`, form('file'))
  const [attached] = (await desk.log('quickmessage.changed')).flatMap(({ data }) => data.media?.blobId ?? [])

  // One process dies before the event that names its copy, the other one after it.
  const to = await createChats(desk).of(chat.ticketId)
  if (to === null || sent === undefined) throw new Error('it is there')
  const media = { blobId: sent, fileName: 'a.pdf', mimetype: 'application/pdf', size: PDF.length }
  const content = {
    ...({ body: '', kind: 'application', quotedId: null, source: 'schedule', userId: null } as const),
    media: { ...media, seconds: null, voice: false },
  }
  const dying = (when: 'before' | 'after') => async () => {
    const execute: typeof desk.kernel.execute = async (...asked) => {
      if (when === 'after') await desk.kernel.execute(...asked)
      throw new Error('killed')
    }
    const kernel = { ...desk.kernel, execute }
    await expect(createRequestCopy({ ...desk, kernel })(to, content, metaFor())).rejects.toThrow('killed')
  }
  const [early = ''] = await copiesOf(dying('before'))
  const [late = ''] = await copiesOf(dying('after'))

  const secret = await putSecret(desk, 'x', 'webhooks-1')
  const files = [lost, sent, attached, early, late]
  desk.setTime('2026-03-03T11:00:00.000Z')
  await desk.conversations.unnamedFiles.look()
  expect(await Promise.all(files.map(isStored))).toEqual([true, true, true, true, true])
  expect(await desk.vault.list('record-secret/')).toEqual([secret])
  const young = await storedFiles()
  desk.setTime('2026-03-03T12:00:01.000Z')
  await desk.conversations.unnamedFiles.look()
  expect(await Promise.all(files.map(isStored))).toEqual([false, true, true, false, true])
  expect(await desk.vault.list('record-secret/')).toEqual([])
  expect(await desk.vault.list('blob-unnamed/')).toEqual([`blob-unnamed/${young}`])
  expect(await isStored(young)).toBe(true)
})
