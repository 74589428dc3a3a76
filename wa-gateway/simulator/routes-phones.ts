import { Username } from '@guiche/contracts/contact/username.js'
import { OneOf, Strict } from '@guiche/contracts/envelope.js'
import { Type } from '@sinclair/typebox'
import type { Router } from 'express'
import { bodyOf, createHandler, HttpError, mountHandlers, onPhone, pathValue } from './http.js'
import type { Phone } from './phone.js'
import type { Simulator } from './simulator.js'

const Addressing = OneOf(['pn', 'lid'])
const Kind = OneOf(['customer', 'own'])
const Digits = Type.String({ pattern: '^[0-9]{7,15}$' })

const NewPhone = Strict({
  number: Digits,
  name: Type.String({ minLength: 1, maxLength: 60 }),
  username: Type.Optional(Username),
  kind: Type.Optional(Kind),
  lid: Type.Optional(Type.String({ pattern: '^[0-9]{6,18}$' })),
  addressing: Type.Optional(Addressing),
})
const PhoneChange = Strict({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  username: Type.Optional(Username),
  online: Type.Optional(Type.Boolean()),
  addressing: Type.Optional(Addressing),
})
const Scan = Strict({ qr: Type.String({ minLength: 10, maxLength: 2000 }) })
const Code = Strict({ code: Type.String({ minLength: 8, maxLength: 12 }) })
const NewGroup = Strict({
  subject: Type.String({ minLength: 1, maxLength: 100 }),
  members: Type.Array(Digits, { minItems: 1, maxItems: 50 }),
  addressing: Type.Optional(Addressing),
})
const Fault = Strict({
  number: Digits,
  fault: OneOf([
    'drop',
    'conflict',
    'stream',
    'login',
    'delay',
    'duplicate',
    'reorder',
    'corrupt',
    'silence',
    'restrict',
    'deafen',
    'clear',
  ]),
  code: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
  ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  xmlns: Type.Optional(Type.String({ maxLength: 60 })),
  on: Type.Optional(Type.Boolean()),
})

const PREVIEW = 120

/** The chats of a phone, newest first. */
const chatViews = (sim: Simulator, phone: Phone) =>
  phone.chats().map(({ chat, unseen, last }) => {
    const { kind, text, fileName, revoked, fromMe, tick, at } = last
    const preview = { kind, text: text?.slice(0, PREVIEW), fileName, revoked, fromMe, tick, at }
    const name = sim.phones.get(chat)?.name ?? sim.groups.get(chat)?.subject ?? chat
    return { chat, name, unseen, last: preview }
  })

const phoneView = (sim: Simulator, phone: Phone) => ({
  number: phone.number,
  lid: phone.lid,
  name: phone.name,
  username: phone.account.username,
  kind: sim.kindOf(phone.number),
  online: phone.online,
  addressing: phone.addressing,
  devices: phone.devices().map((id) => ({ id, connected: phone.isConnected(id) })),
  chats: chatViews(sim, phone),
})

const attemptRun = <T>(run: () => T, code: string): T => {
  try {
    return run()
  } catch {
    throw new HttpError(409, code)
  }
}

/** Routes of phones: adding, linking, groups, faults. */
export const addPhoneRoutes = (router: Router, sim: Simulator): void => {
  const { control } = sim
  const on = onPhone(sim)
  mountHandlers(router, {
    'GET /phones': createHandler(200, () => [...sim.phones.values()].map((phone) => phoneView(sim, phone))),
    'POST /phones': createHandler(201, (request) => {
      const wanted = bodyOf(NewPhone, request)
      const phone = attemptRun(() => sim.addPhone(wanted), 'number_taken')
      return phoneView(sim, phone)
    }),
    'PATCH /phones/:number': on(200, (phone, request) => {
      const { name, username, online, addressing } = bodyOf(PhoneChange, request)
      if (name !== undefined) phone.setName(name)
      if (username !== undefined) phone.setUsername(username)
      if (online !== undefined) phone.setOnline(online)
      if (addressing !== undefined) phone.setAddressing(addressing)
      sim.events.emit('changed', { number: phone.number })
      return phoneView(sim, phone)
    }),
    'DELETE /phones/:number': on(204, ({ number }) => sim.removePhone(number)),
    'POST /phones/:number/scan': on(201, async (phone, request) => ({
      deviceId: await phone.scanQr(bodyOf(Scan, request).qr),
    })),
    'POST /phones/:number/code': on(201, async (phone, request) => ({
      deviceId: await phone.enterCode(bodyOf(Code, request).code),
    })),
    'DELETE /phones/:number/devices/:device': on(204, (phone, request) =>
      phone.unlink(Number(pathValue(request, 'device'))),
    ),
    'GET /groups': createHandler(200, () => [...sim.groups.values()]),
    'POST /groups': createHandler(201, (request) => {
      const { subject, members, addressing } = bodyOf(NewGroup, request)
      const phones = members.map((number) => sim.phones.get(number)).filter((phone) => phone !== undefined)
      if (phones.length !== members.length) throw new HttpError(404, 'no_such_phone')
      return sim.addGroup({ subject, members: phones, ...(addressing && { addressing }) })
    }),
    'POST /faults': createHandler(204, (request) => {
      const { number, fault, code = 503, ms = 0, times = 1, xmlns = '', on = true } = bodyOf(Fault, request)
      if (!sim.phones.has(number)) throw new HttpError(404, 'no_such_phone')
      const acts: Record<typeof fault, () => void> = {
        drop: () => control.dropSockets(number),
        conflict: () => control.conflict(number),
        stream: () => control.streamError(number, code),
        login: () => control.failLogin(number, code, { times }),
        delay: () => control.delay(number, ms),
        duplicate: () => control.duplicate(number, times),
        reorder: () => control.reorder(number),
        corrupt: () => control.corrupt(number, times),
        silence: () => control.silence(number, xmlns, times),
        restrict: () => control.restrict(number, on),
        deafen: () => control.deafen(number, on),
        clear: () => control.clear(number),
      }
      acts[fault]()
    }),
  })
}
