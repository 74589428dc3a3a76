import { describe, expect, it } from '@jest/globals'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { createStanzaMarks, VIEW_ONCE } from './stanza-marks.js'

const node = (attrs: Record<string, string>, ...content: BinaryNode[]): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'A', from: '5511900000002@s.whatsapp.net', ...attrs },
  content,
})
const part = (tag: string, attrs: Record<string, string> = {}): BinaryNode => ({ tag, attrs })

const seen = (...nodes: BinaryNode[]) => {
  const { see, hidden, kept } = createStanzaMarks()
  const withheld = nodes.flatMap((one) => see(one) ?? []).flatMap(({ attrs, reason }) => [attrs.id, reason])
  return { hidden: hidden.has('A'), kept: kept.has('A'), withheld }
}

describe('a message without a content', () => {
  it('is missed when it is one of its own', () => {
    expect(seen(node({ type: 'text' }, part('enc', { type: 'msg' }))).hidden).toBe(false)
    expect(seen(node({ type: 'media' }, part('enc', { type: 'skmsg' }))).hidden).toBe(false)
  })

  it.each([
    ['a reaction', node({ type: 'reaction' }, part('enc'))],
    ['an edit or a revocation', node({ type: 'text', edit: '1' }, part('enc'))],
    ['what the sender says nobody misses', node({ type: 'poll' }, part('enc', { 'decrypt-fail': 'hide' }))],
    ['what devices say to each other', node({ type: 'text', category: 'peer' }, part('enc'))],
  ])('is not missed when it is %s', (_, one) => {
    expect(seen(one)).toMatchObject({ hidden: true, withheld: [] })
  })

  it('keeps how its stanza changes another message', () => {
    const { see, hidden } = createStanzaMarks()
    see(node({ type: 'text', edit: '8' }, part('enc')))
    see(node({ id: 'B', type: 'reaction' }, part('enc')))
    expect([hidden.get('A'), hidden.get('B'), hidden.get('C')]).toEqual(['8', '', undefined])
  })

  it('is told of when linked devices are not given it', () => {
    const once = part('unavailable', { type: VIEW_ONCE })
    expect(seen(node({ type: 'media' }, once)).withheld).toEqual(['A', VIEW_ONCE])
    expect(seen(node({ type: 'media' })).withheld).toEqual([])
  })

  it('that is no message at all harms nothing', () => {
    const { see } = createStanzaMarks()
    expect(see({ tag: 'message', attrs: {} })).toBeNull()
    expect(see({ tag: 'message', attrs: {}, content: 'x' } as unknown as BinaryNode)).toBeNull()
  })
})

describe('a message that WhatsApp kept while the line was away', () => {
  it('is known by the mark on its stanza', () => {
    expect(seen(node({ offline: '3' }, part('enc'))).kept).toBe(true)
    expect(seen(node({}, part('enc'))).kept).toBe(false)
    expect(seen(node({ type: 'reaction', offline: '3' }, part('enc')))).toMatchObject({
      hidden: true,
      kept: true,
    })
  })
})
