import { expect, it } from '@jest/globals'
import { FAST_TIMINGS, openLinked } from './testing/linked.js'

it('the next session reports a missed call whose caller the vault could not give', async () => {
  let isAway = false
  const linked = await openLinked({ timings: FAST_TIMINGS }, (vault) => ({
    ...vault,
    getMany: async (keys) => {
      if (isAway && keys.some((key) => key.includes('/lid-mapping/'))) throw new Error('the vault is away')
      return vault.getMany(keys)
    },
  }))
  const { ana, shop, sim, desk } = linked
  const bia = sim.addPhone({ number: '5511900000003', name: 'Bia' })
  // After this message, the library has released the events that it holds back after linking.
  const first = await ana.sendText(shop, 'First')
  await desk.report('message', ({ waId }) => waId === first)
  isAway = true
  bia.hangUp(shop, bia.call(shop), 'timeout')
  await sim.control.until(() => !sim.control.isConnected(shop.number))
  isAway = false
  expect(await desk.report('message', ({ type }) => type === 'call_log')).toMatchObject({
    peer: { pn: bia.number },
  })
  await linked.close()
})

it('the gateway reports a missed call even if the views cannot give the language', async () => {
  const linked = await openLinked()
  const { ana, shop, desk } = linked
  const companies = desk.of('companies')
  companies.get = () => {
    throw new Error('the views are away')
  }
  const first = await ana.sendText(shop, 'First')
  await desk.report('message', ({ waId }) => waId === first)
  ana.hangUp(shop, ana.call(shop), 'timeout')
  expect(await desk.report('message', ({ type }) => type === 'call_log')).toMatchObject({
    body: 'Chamada de voz perdida',
  })
  await linked.close()
})
