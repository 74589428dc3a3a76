import { OneOf, Strict } from '@guiche/contracts/envelope.js'
import { Type } from '@sinclair/typebox'
import express, { type Request, type Router } from 'express'
import { EDIT_FORMS } from './edits.js'
import { bodyOf, HttpError, mountHandlers, onPhone, pathValue, phoneOf, queryOf } from './http.js'
import type { Phone } from './phone.js'
import { UNSUPPORTED_KINDS } from './phone-content.js'
import type { PhoneMessage } from './phone-store.js'
import type { Simulator } from './simulator.js'

const MAX_FILE = '64mb'
const SHOWN_INLINE = /^(image\/(png|jpeg|webp|gif)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)/

const Id = Type.String({ pattern: '^[A-Za-z0-9]{4,64}$' })
const Words = Type.String({ minLength: 1, maxLength: 10_000 })
const Addressing = OneOf(['pn', 'lid'])

const Line = Type.String({ minLength: 1, maxLength: 255 })
const Preview = Strict({ url: Line, title: Line, description: Type.Optional(Line) })
const Ad = Strict({ title: Line, text: Line, url: Line, clickId: Line })
const Text = Strict({
  text: Words,
  quoted: Type.Optional(Id),
  addressing: Type.Optional(Addressing),
  preview: Type.Optional(Preview),
  ad: Type.Optional(Ad),
})
const Poll = Strict({
  question: Line,
  options: Type.Array(Line, { minItems: 2, maxItems: 12 }),
  several: Type.Optional(Type.Boolean()),
})
const UnsupportedMessage = Strict({ kind: OneOf(UNSUPPORTED_KINDS), text: Words })
const DigitsText = Type.String({ pattern: '^[0-9]{1,5}$' })
const File = Strict({
  kind: OneOf(['image', 'video', 'audio', 'voice', 'document', 'sticker']),
  name: Type.Optional(Type.String({ maxLength: 255 })),
  caption: Type.Optional(Type.String({ maxLength: 3000 })),
  seconds: Type.Optional(DigitsText),
  width: Type.Optional(DigitsText),
  height: Type.Optional(DigitsText),
  pages: Type.Optional(DigitsText),
  /** hexadecimal: 64 bytes, each a loudness */
  waveform: Type.Optional(Type.String({ pattern: '^[0-9a-f]{128}$' })),
  quoted: Type.Optional(Id),
  viewOnce: Type.Optional(Type.Literal('true')),
})
const Place = Strict({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  address: Type.Optional(Type.String({ maxLength: 200 })),
})
const Card = Strict({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  number: Type.String({ pattern: '^[0-9]{7,15}$' }),
})
const Edit = Strict({ text: Words, form: Type.Optional(OneOf(EDIT_FORMS)) })
const Typing = Strict({
  state: OneOf(['composing', 'recording', 'paused']),
})
const Call = Strict({ video: Type.Optional(Type.Boolean()) })
const Reaction = Strict({ emoji: Type.String({ maxLength: 16 }) })

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** A message for the page, without keys. */
const messageView = ({ raw: _raw, media, ...message }: PhoneMessage) => ({
  ...message,
  hasFile: media !== undefined,
})

const messageOf = (phone: Phone, request: Request): PhoneMessage => {
  const message = phone.find(pathValue(request, 'id'))
  if (!message) throw new HttpError(404, 'no_such_message')
  return message
}

const ownMessage = (phone: Phone, request: Request): PhoneMessage => {
  const message = messageOf(phone, request)
  if (message.author !== phone.number) throw new HttpError(409, 'not_own_message')
  return message
}

/** Chats and messages of a phone. */
export const addChatRoutes = (router: Router, sim: Simulator): void => {
  const chatOf = (request: Request) => {
    const chat = pathValue(request, 'chat')
    if (!sim.phones.has(chat) && !sim.groups.has(chat)) throw new HttpError(404, 'no_such_chat')
    return chat
  }
  const on = onPhone(sim)
  const chat = '/phones/:number/chats/:chat'
  const message = '/phones/:number/messages/:id'
  const files = express.raw({ type: () => true, limit: MAX_FILE })

  mountHandlers(router, {
    [`GET ${chat}/messages`]: on(200, (phone, request) => {
      const wanted = pathValue(request, 'chat')
      const messages = phone.messages.filter((one) => one.chat === wanted)
      return messages.slice(-300).map(messageView)
    }),
    [`POST ${chat}/texts`]: on(201, async (phone, request) => {
      const { text, ...options } = bodyOf(Text, request)
      return { id: await phone.sendText(chatOf(request), text, options) }
    }),
    [`POST ${chat}/files`]: [
      files,
      on(201, async (phone, request) => {
        const { kind, caption, name, quoted, viewOnce, waveform, ...numbers } = queryOf(File, request)
        const { seconds, width, height, pages } = numbers
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new HttpError(400, 'bad_body')
        const input = {
          kind,
          caption,
          data: request.body,
          mimetype: request.headers['content-type'],
          fileName: name,
          seconds: numberOf(seconds),
          width: numberOf(width),
          height: numberOf(height),
          pages: numberOf(pages),
          waveform: waveform === undefined ? undefined : Buffer.from(waveform, 'hex'),
        }
        const options = { ...(quoted && { quoted }), viewOnce: viewOnce === 'true' }
        return { id: await phone.sendMedia(chatOf(request), input, options) }
      }),
    ],
    [`POST ${chat}/places`]: on(201, async (phone, request) => ({
      id: await phone.sendLocation(chatOf(request), bodyOf(Place, request)),
    })),
    [`POST ${chat}/cards`]: on(201, async (phone, request) => ({
      id: await phone.sendContact(chatOf(request), bodyOf(Card, request)),
    })),
    [`POST ${chat}/polls`]: on(201, async (phone, request) => ({
      id: await phone.sendPoll(chatOf(request), bodyOf(Poll, request)),
    })),
    [`POST ${chat}/odd`]: on(201, async (phone, request) => {
      const { kind, text } = bodyOf(UnsupportedMessage, request)
      return { id: await phone.sendUnsupported(chatOf(request), kind, text) }
    }),
    [`POST ${chat}/read`]: on(200, (phone, request) => ({ read: phone.read(pathValue(request, 'chat')) })),
    [`POST ${chat}/typing`]: on(204, (phone, request) =>
      phone.type(chatOf(request), bodyOf(Typing, request).state),
    ),
    [`POST ${chat}/calls`]: on(201, (phone, request) => {
      const { video = false } = bodyOf(Call, request)
      return { callId: phone.call(chatOf(request), { video }) }
    }),
    [`DELETE ${chat}/calls/:callId`]: on(204, (phone, request) =>
      phone.hangUp(chatOf(request), pathValue(request, 'callId'), 'timeout'),
    ),
    [`PUT ${message}/reaction`]: on(204, (phone, request) =>
      phone.react(messageOf(phone, request).id, bodyOf(Reaction, request).emoji),
    ),
    [`PUT ${message}/text`]: on(204, (phone, request) => {
      const { text, form } = bodyOf(Edit, request)
      return phone.edit(ownMessage(phone, request).id, text, form)
    }),
    [`DELETE ${message}`]: on(204, (phone, request) => phone.revoke(ownMessage(phone, request).id)),
    [`POST ${message}/played`]: on(204, (phone, request) => phone.play(messageOf(phone, request).id)),
  })
  router.get(`${message}/file`, async (request, response) => {
    const phone = phoneOf(sim, request)
    const { mimetype = '', fileName, id } = messageOf(phone, request)
    const bytes = await phone.file(id)
    if (!bytes) throw new HttpError(404, 'no_such_file')
    const inline = SHOWN_INLINE.test(mimetype)
    response.attachment(fileName ?? id)
    if (inline) response.setHeader('Content-Disposition', 'inline')
    response.setHeader('Content-Type', inline ? mimetype : 'application/octet-stream')
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'")
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.send(bytes)
  })
}
