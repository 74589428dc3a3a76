import { Strict } from '@guiche/contracts/envelope.js'
import { Type } from '@sinclair/typebox'
import type { Router } from 'express'
import { DAY_LIMITS } from './busy-day.js'
import { bodyOf, createHandler, HttpError, mountHandlers } from './http.js'
import type { Simulator } from './simulator.js'

const NewDay = Strict({
  /** the company's number, which the customers write to */
  to: Type.String({ pattern: '^[0-9]{7,15}$' }),
  people: Type.Optional(Type.Integer({ minimum: 1, maximum: DAY_LIMITS.people })),
  seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: DAY_LIMITS.seconds })),
  seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 })),
})

/** Starts, shows and stops a busy day. */
export const addBusyDayRoutes = (router: Router, sim: Simulator): void => {
  const { busyDay } = sim
  mountHandlers(router, {
    'GET /busy-day': createHandler(200, () => busyDay.state()),
    'POST /busy-day': createHandler(201, (request) => {
      const { to, ...wanted } = bodyOf(NewDay, request)
      const phone = sim.phones.get(to)
      if (phone === undefined) throw new HttpError(404, 'no_such_phone')
      if (phone.devices().length === 0) throw new HttpError(409, 'not_linked')
      if (!busyDay.start(to, wanted)) throw new HttpError(409, 'busy_already')
      return busyDay.state()
    }),
    'DELETE /busy-day': createHandler(200, async () => {
      await busyDay.stop()
      return busyDay.state()
    }),
  })
}
