import { describe, expect, it } from '@jest/globals'
import { decisions } from '../testing/decide.js'
import { type ContactCommand, contactDecider } from './decide.js'
import type { ContactFact } from './state.js'

const { given } = decisions(contactDecider)
const data = {
  contactId: 3,
  name: 'Ana',
  number: '5511987654321',
  email: '',
  extraInfo: [],
  identities: [{ kind: 'pn', value: '5511987654321' }],
  isGroup: false,
  connectionId: 9,
} satisfies Extract<ContactCommand, { kind: 'create' }>['data']
const created: ContactFact = { type: 'contact.created.v1', data }
const byLid: ContactFact = {
  type: 'contact.created.v1',
  data: { ...data, number: null, identities: [{ kind: 'lid', value: '111' }] },
}
const erasing: ContactFact = { type: 'contact.erasing.v1', data: { contactId: 3 } }
const merged: ContactFact = { type: 'contact.merged.v1', data: { contactId: 3, into: 4 } }
const change: ContactCommand = {
  kind: 'change',
  name: 'Ana',
  number: null,
  email: '',
  extraInfo: [],
  active: true,
}

describe('a contact', () => {
  it('is created once', () => {
    given([]).when({ kind: 'create', data }).then([created])
    given([created]).when({ kind: 'create', data }).thenNothingHappened()
    given([]).when(change).thenError('ERR_NO_CONTACT_FOUND')
  })

  it('is changed where something differs', () => {
    given([created]).when(change).thenNothingHappened()
    given([created])
      .when({ ...change, name: 'Ana Maria', extraInfo: [{ id: 1, name: 'CPF', value: '1' }] })
      .then([
        {
          type: 'contact.changed.v1',
          data: {
            contactId: 3,
            name: 'Ana Maria',
            number: '5511987654321',
            email: '',
            extraInfo: [{ id: 1, name: 'CPF', value: '1' }],
            active: true,
          },
        },
      ])
  })

  it('gets a name if its name is empty or its number; other fields stay', () => {
    const nameless: ContactFact = { type: 'contact.created.v1', data: { ...data, name: data.number } }
    const named = { contactId: 3, name: 'Bia', number: data.number, email: '', extraInfo: [], active: true }
    const listed = { kind: 'fill', name: 'Bia', email: '' } as const
    given([nameless])
      .when(listed)
      .then([{ type: 'contact.changed.v1', data: named }])
    given([created]).when(listed).thenNothingHappened()
    given([]).when(listed).thenError('ERR_NO_CONTACT_FOUND')
  })

  it('gets the name of an imported list in place of its push name, and an e-mail if it has none', () => {
    const selfNamed: ContactFact = {
      type: 'contact.created.v1',
      data: { ...data, name: 'bibi', pushName: 'bibi' },
    }
    const listed = { kind: 'fill', name: 'Bia Souza', email: 'b@x.com' } as const
    const { contactId, number } = data
    const named = { contactId, name: 'Bia Souza', number, email: 'b@x.com', extraInfo: [], active: true }
    given([selfNamed])
      .when(listed)
      .then([{ type: 'contact.changed.v1', data: named }])
    given([selfNamed, { type: 'contact.changed.v1', data: { ...named, name: 'Bia', email: 'a@x.com' } }])
      .when(listed)
      .thenNothingHappened()
    // A user of the company has chosen this name.
    const fields = {
      kind: 'fill-fields',
      name: 'Bia Souza',
      selfNamed: false,
      email: '',
      extraInfo: [],
      username: null,
    } as const
    given([selfNamed])
      .when(fields)
      .then([{ type: 'contact.changed.v1', data: { ...named, email: '' } }])
    given([selfNamed])
      .when({ ...fields, selfNamed: true })
      .thenNothingHappened()
    given([created]).when(fields).thenNothingHappened()
  })

  it('is given the name, the e-mail and the extra fields that it lacks', () => {
    const [cpf, city] = [
      { id: 1, name: 'CPF', value: '1' },
      { id: 2, name: 'Cidade', value: 'Santos' },
    ]
    const full: ContactFact = {
      type: 'contact.created.v1',
      data: { ...data, email: 'a@x.com', extraInfo: [cpf] },
    }
    const fill = {
      kind: 'fill-fields' as const,
      ...{ name: 'Bia', selfNamed: false, email: 'b@x.com', extraInfo: [{ ...cpf, id: 9 }, city] },
      username: null,
    }
    const { contactId, name, number } = data
    const filled = { contactId, name, number, email: 'a@x.com', extraInfo: [cpf, city], active: true }
    given([full])
      .when(fill)
      .then([{ type: 'contact.changed.v1', data: filled }])
    given([created])
      .when({ ...fill, extraInfo: [] })
      .then([{ type: 'contact.changed.v1', data: { ...filled, email: 'b@x.com', extraInfo: [] } }])
    const nameless: ContactFact = { ...full, data: { ...full.data, name: number } }
    given([nameless])
      .when(fill)
      .then([{ type: 'contact.changed.v1', data: { ...filled, name: 'Bia' } }])
    given([nameless])
      .when({ ...fill, name: '', extraInfo: [] })
      .thenNothingHappened()
    const renamed = { ...cpf, value: '2' }
    given([full])
      .when({ ...fill, extraInfo: [renamed] })
      .thenNothingHappened()
    given([full, merged]).when(fill).thenError('ERR_NO_CONTACT_FOUND')
  })

  it('has one number: a new one takes the place of the old one', () => {
    const number = '5511912345678'
    const events: ContactFact[] = [
      {
        type: 'contact.identified.v1',
        data: { contactId: 3, identity: { kind: 'pn', value: number }, number },
      },
      {
        type: 'contact.changed.v1',
        data: { contactId: 3, name: 'Ana', number, email: '', extraInfo: [], active: true },
      },
    ]
    given([created])
      .when({ ...change, number })
      .then(events)
    expect(given([created, ...events]).state.identities).toEqual([{ kind: 'pn', value: number }])
  })

  it('is not on WhatsApp while its number is unknown there', () => {
    const off: ContactFact = {
      type: 'contact.changed.v1',
      data: { contactId: 3, name: 'Ana', number: data.number, email: '', extraInfo: [], active: false },
    }
    given([created]).when({ kind: 'reached' }).thenNothingHappened()
    given([created]).when({ kind: 'unknown', number: data.number }).then([off])
    given([created]).when({ kind: 'unknown', number: '5511912345678' }).thenNothingHappened()
    given([created, off]).when({ kind: 'unknown', number: data.number }).thenNothingHappened()
    given([created, off])
      .when({ kind: 'reached' })
      .then([{ ...off, data: { ...off.data, active: true } }])
    // The new number was checked.
    const number = '5511912345678'
    given([created, off])
      .when({ ...change, active: false, number })
      .then([
        {
          type: 'contact.identified.v1',
          data: { contactId: 3, identity: { kind: 'pn', value: number }, number },
        },
        { ...off, data: { ...off.data, number, active: true } },
      ])
  })

  it('of a group keeps its number', () => {
    given([{ ...created, data: { ...data, isGroup: true } } as ContactFact])
      .when({ ...change, number: '5511912345678' })
      .thenNothingHappened()
  })

  it('gets a number and a linked id, each once', () => {
    const pn = { kind: 'pn', value: '5511987654321' } as const
    const lid = { kind: 'lid', value: '111' } as const
    given([byLid])
      .when({ kind: 'identify', identities: [pn, lid] })
      .then([{ type: 'contact.identified.v1', data: { contactId: 3, identity: pn, number: pn.value } }])
    given([created])
      .when({ kind: 'identify', identities: [lid] })
      .then([{ type: 'contact.identified.v1', data: { contactId: 3, identity: lid, number: pn.value } }])
    given([created])
      .when({ kind: 'identify', identities: [pn] })
      .thenNothingHappened()
  })

  it('loses an identity, and its number with it; the rest stays', () => {
    const [pn, lid] = [
      { kind: 'pn', value: '5511987654321' },
      { kind: 'lid', value: '111' },
    ] as const
    const lost: ContactFact = {
      type: 'contact.unidentified.v1',
      data: { contactId: 3, identity: pn, number: null },
    }
    given([created]).when({ kind: 'unidentify', identity: pn }).then([lost])
    expect(given([created, lost]).state).toMatchObject({ number: null, identities: [] })
    // Releasing an unknown identity is recorded, too.
    given([created])
      .when({ kind: 'unidentify', identity: lid })
      .then([
        { type: 'contact.unidentified.v1', data: { contactId: 3, identity: lid, number: '5511987654321' } },
      ])
    given([created, erasing]).when({ kind: 'unidentify', identity: pn }).thenError('ERR_CONTACT_ERASED')
    given([created, merged]).when({ kind: 'unidentify', identity: pn }).thenError('ERR_NO_CONTACT_FOUND')
  })

  it('keeps its linked id for good, and does not grow however often it changes', () => {
    const identified = (kind: 'pn' | 'lid', n: number): ContactFact => ({
      type: 'contact.identified.v1',
      data: { contactId: 3, identity: { kind, value: `55${n}` }, number: `55${n}` },
    })
    const { evolve } = contactDecider
    let state = evolve(contactDecider.initial, byLid)
    for (let n = 0; n < 10_000; n++) {
      state = evolve(evolve(state, identified('pn', n)), identified('lid', n))
      expect(state.identities).toHaveLength(2)
    }
    expect(state.identities).toEqual([
      { kind: 'lid', value: '111' },
      { kind: 'pn', value: '559999' },
    ])
  })

  it('shows a picture', () => {
    const picture: ContactFact = {
      type: 'contact.picture-changed.v1',
      data: { contactId: 3, blobId: 'b' },
    }
    given([created]).when({ kind: 'picture', blobId: 'b' }).then([picture])
    given([created, picture]).when({ kind: 'picture', blobId: 'b' }).thenNothingHappened()
  })

  it('is merged once, and then counts as gone', () => {
    given([created]).when({ kind: 'merge', into: 4 }).then([merged])
    given([created, merged]).when({ kind: 'merge', into: 4 }).thenNothingHappened()
    given([created, merged]).when({ kind: 'merge', into: 5 }).thenError('ERR_NO_CONTACT_FOUND')
    given([created, merged]).when(change).thenError('ERR_NO_CONTACT_FOUND')
    given([created]).when({ kind: 'merge', into: 3 }).thenNothingHappened()
  })

  it('refuses everything while it is erased', () => {
    given([created]).when({ kind: 'erase' }).then([erasing])
    given([created, erasing]).when({ kind: 'erase' }).thenNothingHappened()
    given([created, erasing]).when(change).thenError('ERR_CONTACT_ERASED')
    given([created, erasing]).when({ kind: 'identify', identities: [] }).thenError('ERR_CONTACT_ERASED')
    given([created, erasing]).when({ kind: 'merge', into: 4 }).thenError('ERR_CONTACT_ERASED')
    given([]).when({ kind: 'erase' }).thenError('ERR_NO_CONTACT_FOUND')
  })
})
