import { describe, expect, it } from '@jest/globals'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { createStanzaMarks, VIEW_ONCE } from './stanza-marks.js'

const messageNode = (attrs: Record<string, string>, ...content: BinaryNode[]): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'A', from: '5511900000002@s.whatsapp.net', ...attrs },
  content,
})
const partNode = (tag: string, attrs: Record<string, string> = {}): BinaryNode => ({ tag, attrs })

const seenMarks = (...nodes: BinaryNode[]) => {
  const { see, hidden, kept } = createStanzaMarks()
  const withheld = nodes.flatMap((one) => see(one) ?? []).flatMap(({ attrs, reason }) => [attrs.id, reason])
  return { hidden: hidden.has('A'), kept: kept.has('A'), withheld }
}

describe('a message without a content', () => {
  it('is reported as missing if it was a message of its own', () => {
    expect(seenMarks(messageNode({ type: 'text' }, partNode('enc', { type: 'msg' }))).hidden).toBe(false)
    expect(seenMarks(messageNode({ type: 'media' }, partNode('enc', { type: 'skmsg' }))).hidden).toBe(false)
  })

  it.each([
    ['a reaction', messageNode({ type: 'reaction' }, partNode('enc'))],
    ['an edit or a revocation', messageNode({ type: 'text', edit: '1' }, partNode('enc'))],
    [
      'what the sender says nobody misses',
      messageNode({ type: 'poll' }, partNode('enc', { 'decrypt-fail': 'hide' })),
    ],
    ['what devices say to each other', messageNode({ type: 'text', category: 'peer' }, partNode('enc'))],
  ])('is not reported as missing if it is %s', (_, one) => {
    expect(seenMarks(one)).toMatchObject({ hidden: true, withheld: [] })
  })

  it('keeps the stanza’s mark that it changes another message', () => {
    const { see, hidden } = createStanzaMarks()
    see(messageNode({ type: 'text', edit: '8' }, partNode('enc')))
    see(messageNode({ id: 'B', type: 'reaction' }, partNode('enc')))
    expect([hidden.get('A'), hidden.get('B'), hidden.get('C')]).toEqual(['8', '', undefined])
  })

  it('is reported if linked devices do not receive it', () => {
    const once = partNode('unavailable', { type: VIEW_ONCE })
    expect(seenMarks(messageNode({ type: 'media' }, once)).withheld).toEqual(['A', VIEW_ONCE])
    expect(seenMarks(messageNode({ type: 'media' })).withheld).toEqual([])
  })

  it('that is no message is ignored', () => {
    const { see } = createStanzaMarks()
    expect(see({ tag: 'message', attrs: {} })).toBeNull()
    expect(see({ tag: 'message', attrs: {}, content: 'x' } as unknown as BinaryNode)).toBeNull()
  })
})

describe('a message that WhatsApp kept while the line was away', () => {
  it('is known by the mark on its stanza', () => {
    expect(seenMarks(messageNode({ offline: '3' }, partNode('enc'))).kept).toBe(true)
    expect(seenMarks(messageNode({}, partNode('enc'))).kept).toBe(false)
    expect(seenMarks(messageNode({ type: 'reaction', offline: '3' }, partNode('enc')))).toMatchObject({
      hidden: true,
      kept: true,
    })
  })
})
