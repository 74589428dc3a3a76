import { streams } from '@guiche/contracts/streams.js'
import { GATEWAY_PREFIX } from '@guiche/infra/lease/gateways.js'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sessionDecider } from '../connections/session.js'
import { COMPANY, CONNECTION, type Desk, openDesk, SECOND_CONNECTION } from '../testing/desk.js'
import { metaFor } from '../testing/store.js'
import { createGatewayWatch, isToTell, NOTHING_HEARD, noteSigns } from './gateways.js'

/** Polls of about 45 s. */
const LONG = 10

describe('signs of life of gateways', () => {
  const told = (...looks: readonly string[]): number[] => {
    let heard = NOTHING_HEARD
    return looks.flatMap((signs, at) => {
      heard = noteSigns(heard, signs)
      return isToTell(heard) ? [at] : []
    })
  }
  const times = (count: number, signs: string): string[] => Array.from({ length: count }, () => signs)

  it('reports nothing while a gateway renews, starts or stops', () => {
    expect(told(...Array.from({ length: 100 }, (_, at) => `a:${at}`))).toEqual([])
    expect(told(...times(9, 'a:1'), ...times(9, 'a:1 b:1'), ...times(9, 'b:1'))).toEqual([])
  })
  it('reports 45 s of silence, and again after another 45 s', () => {
    expect(told('a:1', ...times(20, 'a:2'))).toEqual([10, 19])
  })
  it('reports it also if no gateway has ever run', () => {
    expect(told(...times(LONG, ''))).toEqual([9])
  })
})

describe('without a gateway', () => {
  let desk: Desk
  beforeEach(async () => {
    desk = await openDesk()
  })
  afterEach(() => desk.close())

  const execute = (connectionId: number, command: Parameters<typeof sessionDecider.decide>[1]) =>
    desk.kernel.execute(sessionDecider, streams.connection(connectionId), command, metaFor())
  const report = (status: 'CONNECTED' | 'DISCONNECTED', connectionId = CONNECTION) =>
    execute(connectionId, {
      ...{ kind: 'report', connectionId, status, reason: null, number: '5511900000001', retries: 0 },
    })
  const shown = async (connectionId = CONNECTION) => {
    await desk.shown()
    return desk.documents.one('connections', COMPANY, connectionId)
  }
  const renew = (owner: string) =>
    desk.vault.commit([{ key: `${GATEWAY_PREFIX}${owner}`, value: Buffer.from('{}') }])
  const looks = async (watch: { look(): Promise<void> }, between?: () => Promise<unknown>) => {
    await desk.shown()
    for (let look = 0; look < LONG; look++) {
      await watch.look()
      await between?.()
    }
  }
  const waiting = { status: 'OPENING', reason: 'ERR_WAPP_NO_GATEWAY', number: '5511900000001' }

  it('connections that seem up are shown as waiting for one, once, until the next one reports', async () => {
    await report('CONNECTED')
    await report('DISCONNECTED', SECOND_CONNECTION)
    await renew('dead')
    const [one, other] = [createGatewayWatch(desk), createGatewayWatch(desk)]
    await Promise.all([looks(one), looks(other)])
    expect(await shown()).toMatchObject(waiting)
    expect(await shown(SECOND_CONNECTION)).toMatchObject({ status: 'DISCONNECTED', reason: null })
    await looks(one)
    const changes = await desk.log('connection.status-changed')
    const told = changes.filter(({ data }) => data['reason' as never] === waiting.reason)
    expect(told.map(({ data }) => data['connectionId' as never])).toContain(CONNECTION)
    expect(new Set(told.map(({ stream }) => stream)).size).toBe(told.length)

    await report('CONNECTED')
    await looks(one, () => renew('new'))
    expect(await shown()).toMatchObject({ status: 'CONNECTED', reason: null })
    await looks(one)
    expect(await shown()).toMatchObject(waiting)
  })

  it('reports it also for a number that a user has just requested', async () => {
    await report('DISCONNECTED')
    const asked = { kind: 'request', connectionId: CONNECTION, request: 'new-qr', number: null } as const
    await execute(CONNECTION, asked)
    await looks(createGatewayWatch(desk))
    expect(await shown()).toMatchObject({ ...waiting, request: 'new-qr' })
  })

  it('reports nothing while a lease is renewed, nor after an outage of the vault or the bus', async () => {
    await report('CONNECTED')
    await looks(createGatewayWatch(desk), () => renew('living'))
    let away = false
    const list = (prefix: string) => (away ? Promise.reject(new Error('away')) : desk.vault.list(prefix))
    const watch = createGatewayWatch({ ...desk, vault: { ...desk.vault, list } })
    for (let look = 0; look < LONG * 2; look++) {
      away = look % 8 === 7
      await watch.look().catch(() => undefined)
    }
    const reach = () => (away ? Promise.reject(new Error('away')) : Promise.resolve())
    const onBus = createGatewayWatch({ ...desk, eventBus: { ...desk.eventBus, reach } })
    for (let look = 0; look < LONG * 2; look++) {
      away = look % 8 === 7
      await onBus.look().catch(() => undefined)
    }
    expect(await shown()).toMatchObject({ status: 'CONNECTED', reason: null })
  })

  it('reports nothing more once a gateway is back', async () => {
    await report('CONNECTED')
    await desk.shown()
    let isBack = false
    const watch = createGatewayWatch({
      ...desk,
      documents: {
        ...desk.documents,
        find: async (...query) => {
          if (!isBack) await renew('back')
          isBack = true
          return desk.documents.find(...query)
        },
      },
    })
    await looks(watch)
    expect(isBack).toBe(true)
    expect(await shown()).toMatchObject({ status: 'CONNECTED', reason: null })
  })
})
