import { Type } from '@sinclair/typebox'
import type { Router } from 'express'
import { bodyOf, HttpError, pathValue, phoneOf, shape } from './http.js'
import type { Phone } from './phone.js'
import type { Simulator } from './simulator.js'

const Addressing = Type.Union([Type.Literal('pn'), Type.Literal('lid')])
const Kind = Type.Union([Type.Literal('customer'), Type.Literal('own')])
const Digits = Type.String({ pattern: '^[0-9]{7,15}$' })

const NewPhone = shape({
  number: Digits,
  name: Type.String({ minLength: 1, maxLength: 60 }),
  kind: Type.Optional(Kind),
  lid: Type.Optional(Type.String({ pattern: '^[0-9]{6,18}$' })),
  addressing: Type.Optional(Addressing),
})
const PhoneChange = shape({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  online: Type.Optional(Type.Boolean()),
  addressing: Type.Optional(Addressing),
})
const Scan = shape({ qr: Type.String({ minLength: 10, maxLength: 2000 }) })
const Code = shape({ code: Type.String({ minLength: 8, maxLength: 12 }) })
const NewGroup = shape({
  subject: Type.String({ minLength: 1, maxLength: 100 }),
  members: Type.Array(Digits, { minItems: 1, maxItems: 50 }),
  addressing: Type.Optional(Addressing),
})
const Fault = shape({
  number: Digits,
  fault: Type.Union(
    (
      [
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
      ] as const
    ).map((name) => Type.Literal(name)),
  ),
  code: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
  ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  xmlns: Type.Optional(Type.String({ maxLength: 60 })),
  on: Type.Optional(Type.Boolean()),
})

const phoneView = (sim: Simulator, phone: Phone) => ({
  number: phone.number,
  lid: phone.lid,
  name: phone.name,
  kind: sim.kindOf(phone.number),
  online: phone.online,
  addressing: phone.addressing,
  devices: phone.devices().map((id) => ({ id, connected: phone.isConnected(id) })),
  unseen: phone.chats().reduce((sum, { unseen }) => sum + unseen, 0),
})

const attempt = <T>(run: () => T, code: string): T => {
  try {
    return run()
  } catch {
    throw new HttpError(409, code)
  }
}

/** Phones themselves: adding, linking, groups and faults. */
export const addPhoneRoutes = (router: Router, sim: Simulator): void => {
  const { control } = sim
  router.get('/phones', (_request, response) => {
    response.json([...sim.phones.values()].map((phone) => phoneView(sim, phone)))
  })
  router.post('/phones', (request, response) => {
    const wanted = bodyOf(NewPhone, request)
    response.status(201).json(
      phoneView(
        sim,
        attempt(() => sim.addPhone(wanted), 'number_taken'),
      ),
    )
  })
  router.patch('/phones/:number', (request, response) => {
    const phone = phoneOf(sim, request)
    const { name, online, addressing } = bodyOf(PhoneChange, request)
    if (name !== undefined) phone.setName(name)
    if (online !== undefined) phone.setOnline(online)
    if (addressing !== undefined) phone.setAddressing(addressing)
    sim.events.emit('changed', { number: phone.number })
    response.json(phoneView(sim, phone))
  })
  router.delete('/phones/:number', (request, response) => {
    sim.removePhone(phoneOf(sim, request).number)
    response.status(204).end()
  })
  router.post('/phones/:number/scan', async (request, response) => {
    const deviceId = await phoneOf(sim, request).scanQr(bodyOf(Scan, request).qr)
    response.status(201).json({ deviceId })
  })
  router.post('/phones/:number/code', async (request, response) => {
    const deviceId = await phoneOf(sim, request).enterCode(bodyOf(Code, request).code)
    response.status(201).json({ deviceId })
  })
  router.delete('/phones/:number/devices/:device', (request, response) => {
    phoneOf(sim, request).unlink(Number(pathValue(request, 'device')))
    response.status(204).end()
  })
  router.get('/groups', (_request, response) => {
    response.json([...sim.groups.values()])
  })
  router.post('/groups', (request, response) => {
    const { subject, members, addressing } = bodyOf(NewGroup, request)
    const phones = members.map((number) => sim.phones.get(number)).filter((phone) => phone !== undefined)
    if (phones.length !== members.length) throw new HttpError(404, 'no_such_phone')
    response.status(201).json(sim.addGroup({ subject, members: phones, ...(addressing && { addressing }) }))
  })
  router.post('/faults', (request, response) => {
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
    response.status(204).end()
  })
}
