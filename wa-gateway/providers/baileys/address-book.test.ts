import { describe, expect, it } from '@jest/globals'
import { createMemoryVault } from '../../testing/memory-vault.js'
import { keepPeople, peopleIn } from './address-book.js'
import type { Batch } from './batch.js'

const ME = ['5511900000001:3@s.whatsapp.net', '777@lid']

describe('the address book of the phone', () => {
  it('has the contacts of settings and history, without groups, statuses and our own number', () => {
    const batch = {
      'messaging-history.set': {
        contacts: [
          { id: '88800000000001@lid', phoneNumber: '5511988880001@s.whatsapp.net', name: 'Ana' },
          { id: '5511988880002@s.whatsapp.net', notify: 'bia ✨' },
          { id: '120363000000000001@g.us', name: 'Família' },
          { id: 'status@broadcast', name: 'x' },
          { id: '5511900000001@s.whatsapp.net', name: 'Eu' },
          { id: '5511988880003@s.whatsapp.net' },
        ],
      },
      'contacts.upsert': [{ id: '5511988880002@s.whatsapp.net', name: 'Bia Souza', notify: 'bia ✨' }],
    } as unknown as Batch
    expect([...peopleIn(batch, ME)]).toEqual([
      ['5511988880001', { name: 'Ana', pn: '5511988880001', lid: '88800000000001' }],
      ['5511988880002', { name: 'Bia Souza', pn: '5511988880002', lid: null }],
    ])
    expect(peopleIn({}, ME).size).toBe(0)
  })

  it('is stored under the connection’s fence, and not by a process that has lost the connection', async () => {
    const vault = createMemoryVault()
    await vault.commit([{ key: 'lease', value: Buffer.from('1') }])
    const people = new Map([['5511988880001', { name: 'Ana', pn: '5511988880001', lid: null }]])
    await keepPeople(vault, 7, people, { key: 'lease', epoch: 2 })
    expect(await vault.list('wa/7/')).toEqual([])
    await keepPeople(vault, 7, people, { key: 'lease', epoch: 1 })
    expect(await vault.list('wa/7/')).toEqual(['wa/7/key/contact/5511988880001'])
  })
})
