import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { proto } from '@whiskeysockets/baileys'
import {
  ANA,
  ANA_LID,
  batchTime,
  GROUP,
  ME,
  NAMES,
  readEvents,
  testLookups,
  upsertBatch,
} from '../../testing/batches.js'
import { createSealedEdits } from './sealed-edits.js'

const OUR_NUMBER = '5511900000001@s.whatsapp.net'
const BOB = '5511900000009@s.whatsapp.net'
const secret = randomBytes(32)

interface SealingOptions {
  readonly id?: string
  readonly writer?: string
  readonly editor?: string
  readonly text?: string
  readonly inside?: string
}

/** A sealed edit with the key derivation of WhatsApp's phones. */
const sealed = ({
  id = 'T',
  writer = ANA,
  editor = writer,
  text = 'new',
  inside = id,
}: SealingOptions = {}) => {
  const info = `${id}${writer}${editor}Message Edit`
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), info, 32))
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, encIv)
  const protocolMessage = { type: 14, key: { id: inside }, editedMessage: { conversation: text } }
  const plain = proto.Message.encode({ protocolMessage }).finish()
  const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return { targetMessageKey: { id }, encIv, encPayload, secretEncType: 2 }
}

const keptMessage = (
  key: proto.IMessageKey,
  messageSecret: Uint8Array | null = secret,
): proto.IWebMessageInfo => ({
  key,
  message: { conversation: 'old', ...(messageSecret && { messageContextInfo: { messageSecret } }) },
})
const ofAna = keptMessage({ id: 'T', remoteJid: ANA, fromMe: false })

/** The events of a sealed edit, if the vault has this original message. */
const readSealed = (
  secretEncryptedMessage: object,
  original: proto.IWebMessageInfo | null,
  key: object = {},
) => {
  const openEdit = createSealedEdits({
    baileys: { proto },
    me: testLookups().me,
    stored: async (waId) => (waId === 'T' ? original : null),
  })
  const envelope = { id: 'E', remoteJid: ANA, fromMe: false, ...key }
  const one = { key: envelope, ...batchTime, message: { secretEncryptedMessage } }
  return readEvents(upsertBatch(one), { ...testLookups(), openEdit })
}

const edit = { kind: 'edited', fromMe: false, waId: 'T', by: 'contact', chat: NAMES, author: null }
const readable = { ...edit, body: 'new' }
const unreadable = { ...edit, body: '', unreadable: true }

describe('an encrypted edit', () => {
  it.each([
    [ANA, ANA],
    [ANA_LID, ANA_LID],
    [ANA, ANA_LID],
    [ANA_LID, ANA],
  ])('is decrypted with the author as %s and the editor as %s', async (writer, editor) => {
    expect(await readSealed(sealed({ writer, editor }), ofAna)).toEqual([readable])
    const byLid = { remoteJid: ANA_LID, remoteJidAlt: ANA }
    const original = keptMessage({ id: 'T', remoteJid: ANA_LID, fromMe: false })
    expect(await readSealed(sealed({ writer, editor }), original, byLid)).toEqual([readable])
  })

  it('is decrypted in a group, and from our own phone', async () => {
    const inGroup = { remoteJid: GROUP, participant: ANA }
    const original = keptMessage({ id: 'T', remoteJid: GROUP, participant: ANA, fromMe: false })
    expect(await readSealed(sealed(), original, inGroup)).toMatchObject([
      { fromMe: false, by: 'contact', author: NAMES, body: 'new' },
    ])
    const ours = keptMessage({ id: 'T', remoteJid: ANA, fromMe: true })
    const own = await readSealed(sealed({ writer: OUR_NUMBER }), ours, { fromMe: true })
    expect(own).toMatchObject([{ fromMe: true, by: 'us', body: 'new' }])
  })

  it.each([
    ['the original is not kept', sealed(), null],
    ['the original has no secret', sealed(), keptMessage({ id: 'T', remoteJid: ANA }, null)],
    ['the secret is too short', sealed(), keptMessage({ id: 'T', remoteJid: ANA }, Buffer.alloc(16))],
    ['the tag is wrong', { ...sealed(), encPayload: Buffer.alloc(40) }, ofAna],
    ['nothing is sealed', { ...sealed(), encPayload: Buffer.alloc(16) }, ofAna],
    ['the iv has a wrong length', { ...sealed(), encIv: Buffer.alloc(4) }, ofAna],
    ['another message is named inside', sealed({ inside: 'OTHER' }), ofAna],
    ['the key is another person’s', sealed({ writer: BOB }), ofAna],
    ['somebody else wrote the original', sealed(), keptMessage({ id: 'T', remoteJid: BOB, fromMe: false })],
    ['we wrote the original', sealed(), keptMessage({ id: 'T', remoteJid: ANA, fromMe: true })],
  ])('cannot be decrypted if %s', async (_case, content, original) => {
    expect(await readSealed(content, original)).toEqual([unreadable])
  })

  it('of a group message by another member fails, although that member knows the secret', async () => {
    const inGroup = { remoteJid: GROUP, participant: BOB }
    const original = keptMessage({ id: 'T', remoteJid: GROUP, participant: ANA, fromMe: false })
    const [event] = await readSealed(sealed({ writer: BOB }), original, inGroup)
    expect(event).toMatchObject({ body: '', unreadable: true, author: { pn: '5511900000009' } })
    // Our own message, as a group member addresses it.
    const ofOurs = { ...sealed({ writer: BOB }), targetMessageKey: { id: 'T', participant: ME } }
    expect(await readSealed(ofOurs, original, inGroup)).toEqual([])
  })

  it('of something other than a message is ignored', async () => {
    expect(await readSealed({ ...sealed(), secretEncType: 1 }, ofAna)).toEqual([])
    expect(await readSealed({ ...sealed(), targetMessageKey: {} }, ofAna)).toEqual([])
  })
})
