import { Type } from '@sinclair/typebox'
import express, { type Request, type Router } from 'express'
import { bodyOf, HttpError, pathValue, phoneOf, queryOf, shape } from './http.js'
import type { Phone } from './phone.js'
import type { MediaKind } from './phone-content.js'
import type { PhoneMessage } from './phone-store.js'
import type { Simulator } from './simulator.js'

const MAX_FILE = '64mb'
const SHOWN_INLINE = /^(image\/(png|jpeg|webp|gif)|audio\/[a-z0-9.+-]+|video\/[a-z0-9.+-]+)/

const Id = Type.String({ pattern: '^[A-Za-z0-9]{4,64}$' })
const Words = Type.String({ minLength: 1, maxLength: 10_000 })
const Addressing = Type.Union([Type.Literal('pn'), Type.Literal('lid')])

const Text = shape({ text: Words, quoted: Type.Optional(Id), addressing: Type.Optional(Addressing) })
const File = shape({
  kind: Type.Union(
    (['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const).map((kind) => Type.Literal(kind)),
  ),
  name: Type.Optional(Type.String({ maxLength: 255 })),
  caption: Type.Optional(Type.String({ maxLength: 3000 })),
  seconds: Type.Optional(Type.String({ pattern: '^[0-9]{1,5}$' })),
  quoted: Type.Optional(Id),
  viewOnce: Type.Optional(Type.Literal('true')),
})
const Place = shape({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
})
const Card = shape({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  number: Type.String({ pattern: '^[0-9]{7,15}$' }),
})
const Typing = shape({
  state: Type.Union([Type.Literal('composing'), Type.Literal('recording'), Type.Literal('paused')]),
})
const Call = shape({ video: Type.Optional(Type.Boolean()) })
const Reaction = shape({ emoji: Type.String({ maxLength: 16 }) })

/** A message as the page gets it: without keys. */
const messageView = ({ raw: _raw, media, ...message }: PhoneMessage) => ({
  ...message,
  hasFile: media !== undefined,
})

const chatName = (sim: Simulator, chat: string) =>
  sim.phones.get(chat)?.name ?? sim.groups.get(chat)?.subject ?? chat

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
  const chat = '/phones/:number/chats/:chat'
  const message = '/phones/:number/messages/:id'

  router.get('/phones/:number/chats', (request, response) => {
    const chats = phoneOf(sim, request).chats()
    response.json(
      chats.map((one) => ({
        chat: one.chat,
        name: chatName(sim, one.chat),
        unseen: one.unseen,
        last: messageView(one.last),
      })),
    )
  })
  router.get(`${chat}/messages`, (request, response) => {
    const wanted = pathValue(request, 'chat')
    const messages = phoneOf(sim, request).messages.filter((one) => one.chat === wanted)
    response.json(messages.slice(-300).map(messageView))
  })
  router.post(`${chat}/texts`, async (request, response) => {
    const phone = phoneOf(sim, request)
    const { text, ...options } = bodyOf(Text, request)
    response.status(201).json({ id: await phone.sendText(chatOf(request), text, options) })
  })
  router.post(
    `${chat}/files`,
    express.raw({ type: () => true, limit: MAX_FILE }),
    async (request, response) => {
      const phone = phoneOf(sim, request)
      const { kind, name, caption, seconds, quoted, viewOnce } = queryOf(File, request)
      if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new HttpError(400, 'bad_body')
      const input = {
        kind: kind as MediaKind,
        data: request.body,
        mimetype: request.headers['content-type'],
        fileName: name,
        caption,
        seconds: seconds === undefined ? undefined : Number(seconds),
      }
      const id = await phone.sendMedia(chatOf(request), input, {
        ...(quoted && { quoted }),
        viewOnce: viewOnce === 'true',
      })
      response.status(201).json({ id })
    },
  )
  router.post(`${chat}/places`, async (request, response) => {
    const id = await phoneOf(sim, request).sendLocation(chatOf(request), bodyOf(Place, request))
    response.status(201).json({ id })
  })
  router.post(`${chat}/cards`, async (request, response) => {
    const id = await phoneOf(sim, request).sendContact(chatOf(request), bodyOf(Card, request))
    response.status(201).json({ id })
  })
  router.post(`${chat}/read`, (request, response) => {
    response.json({ read: phoneOf(sim, request).read(pathValue(request, 'chat')) })
  })
  router.post(`${chat}/typing`, (request, response) => {
    phoneOf(sim, request).type(chatOf(request), bodyOf(Typing, request).state)
    response.status(204).end()
  })
  router.post(`${chat}/calls`, (request, response) => {
    const { video = false } = bodyOf(Call, request)
    response.status(201).json({ callId: phoneOf(sim, request).call(chatOf(request), { video }) })
  })
  router.delete(`${chat}/calls/:callId`, (request, response) => {
    phoneOf(sim, request).hangUp(chatOf(request), pathValue(request, 'callId'), 'timeout')
    response.status(204).end()
  })
  router.put(`${message}/reaction`, async (request, response) => {
    const phone = phoneOf(sim, request)
    await phone.react(messageOf(phone, request).id, bodyOf(Reaction, request).emoji)
    response.status(204).end()
  })
  router.put(`${message}/text`, async (request, response) => {
    const phone = phoneOf(sim, request)
    await phone.edit(ownMessage(phone, request).id, bodyOf(shape({ text: Words }), request).text)
    response.status(204).end()
  })
  router.delete(message, async (request, response) => {
    const phone = phoneOf(sim, request)
    await phone.revoke(ownMessage(phone, request).id)
    response.status(204).end()
  })
  router.post(`${message}/played`, (request, response) => {
    const phone = phoneOf(sim, request)
    phone.play(messageOf(phone, request).id)
    response.status(204).end()
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
