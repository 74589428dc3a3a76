import { describe, expect, it } from '@jest/globals'
import { alikeOf, duplicatesIn } from './duplicates.js'

const contactWith = (
  contactId: number,
  sortName: string,
  number: string | null,
  more: {
    readonly lid?: string
    readonly email?: string
    readonly isGroup?: boolean
    readonly mergedInto?: number
  } = {},
) => ({
  contactId,
  alike: alikeOf({
    ...{ sortName, number, email: more.email ?? '' },
    ...{ isGroup: more.isGroup ?? false, mergedInto: more.mergedInto ?? null },
  }),
  lid: more.lid ?? null,
  identities: [
    ...(number === null ? [] : [{ kind: 'pn' as const, value: number }]),
    ...(more.lid === undefined ? [] : [{ kind: 'lid' as const, value: more.lid }]),
  ],
})
const duplicatesOf = (...contacts: ReturnType<typeof contactWith>[]) =>
  duplicatesIn(contacts).map(({ because, contacts }) => [because, contacts.map(({ contactId }) => contactId)])

describe('duplicate contacts', () => {
  it('are two spellings of one number; the one that WhatsApp knows stays', () => {
    expect(
      duplicatesOf(
        contactWith(1, 'ana', '551187654321'),
        contactWith(2, 'ana', '5511987654321', { lid: '77' }),
      ),
    ).toEqual([['number', [2, 1]]])
    expect(
      duplicatesOf(contactWith(1, 'ana', '551187654321'), contactWith(2, 'ana', '5511987654322')),
    ).toEqual([])
    expect(
      duplicatesOf(contactWith(1, 'ana', '551133334444'), contactWith(2, 'ana', '5511933334444')),
    ).toEqual([])
  })

  it('may be the same e-mail, or the same full name, where numbers do not contradict', () => {
    const [a, b] = [
      contactWith(1, 'ana souza', '5511987654321'),
      contactWith(2, 'ana souza', null, { lid: '77' }),
    ]
    expect(duplicatesOf(a, b)).toEqual([['name', [2, 1]]])
    expect(
      duplicatesOf(
        contactWith(1, 'ana souza', '5511987654321', { email: 'A@x.com' }),
        contactWith(2, 'ana souza', null, { lid: '77', email: 'a@x.com' }),
      ),
    ).toEqual([['email', [2, 1]]])
    expect(duplicatesOf(a, contactWith(3, 'ana souza', '351912345678'))).toEqual([])
    expect(
      duplicatesOf(contactWith(1, 'ana', null, { lid: '1' }), contactWith(2, 'ana', '5511987654321')),
    ).toEqual([])
  })

  it('are reported once for a contact that is in the list twice', () => {
    const one = contactWith(1, 'ana', '551187654321')
    expect(duplicatesOf(one, contactWith(2, 'ana', '5511987654321'), one)).toEqual([['number', [1, 2]]])
  })

  it('are never groups or merged contacts', () => {
    const merged = { mergedInto: 3 }
    expect(
      duplicatesOf(contactWith(1, 'ana souza', null), contactWith(2, 'ana souza', null, merged)),
    ).toEqual([])
    const group = { isGroup: true }
    expect(
      duplicatesOf(contactWith(1, 'a família', null, group), contactWith(2, 'a família', null, group)),
    ).toEqual([])
  })
})
