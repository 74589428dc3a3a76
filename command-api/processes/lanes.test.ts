import type { Report } from '@guiche/contracts/bus/reports.js'
import { describe, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { keyList } from './backlog.js'
import { keysOf } from './inbound.js'
import { planLanes } from './lanes.js'

const itemOf = (value: Report, name: string) => ({ value, name })
const planOf = (items: readonly ReturnType<typeof itemOf>[]) =>
  planLanes(items, (one) => keyList(keysOf(one.value))).map((stage) =>
    stage.map((lane) => lane.map(({ name }) => name).join('')),
  )
const reportFrom = (pn: string | null, lid: string | null, name: string) =>
  itemOf(messageFrom(pn ?? '', { peer: { pn, lid, group: null, name: null } }), name)

describe('lanes of reports', () => {
  it('keep the order of a chat and set different ones side by side', () => {
    expect(
      planOf([reportFrom('551', null, 'a'), reportFrom('552', null, 'b'), reportFrom('551', null, 'c')]),
    ).toEqual([['ac', 'b']])
  })

  it('changes of a message stay behind the message', () => {
    const first = messageFrom('551')
    const { companyId, connectionId, fromMe, waId } = first
    const ack: Report = { kind: 'ack', companyId, connectionId, fromMe, waId, ack: 3 }
    expect(planOf([itemOf(first, 'a'), reportFrom('552', null, 'b'), itemOf(ack, 'c')])).toEqual([
      ['ac', 'b'],
    ])
  })

  it('a number and a linked id of one person are one lane from where that is known', () => {
    const both = reportFrom('551', '91', 'c')
    expect(
      planOf([reportFrom('551', null, 'a'), reportFrom(null, '91', 'b'), both, reportFrom(null, '91', 'd')]),
    ).toEqual([['a', 'b'], ['cd']])
  })

  it('an empty batch is no stage', () => {
    expect(planOf([])).toEqual([])
  })
})
