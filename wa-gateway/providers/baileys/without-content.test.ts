import { describe, expect, it } from '@jest/globals'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { createWithoutContent, VIEW_ONCE } from './without-content.js'

const node = (attrs: Record<string, string>, ...content: BinaryNode[]): BinaryNode => ({
  tag: 'message',
  attrs: { id: 'A', from: '5511900000002@s.whatsapp.net', ...attrs },
  content,
})
const part = (tag: string, attrs: Record<string, string> = {}): BinaryNode => ({ tag, attrs })

const seen = (...nodes: BinaryNode[]) => {
  const withheld: (string | undefined)[] = []
  const { see, hidden } = createWithoutContent(({ id }, reason) => withheld.push(id, reason))
  for (const one of nodes) see(one)
  return { hidden: hidden.has('A'), withheld }
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
    expect(seen(one)).toEqual({ hidden: true, withheld: [] })
  })

  it('keeps how its stanza changes another message', () => {
    const { see, hidden } = createWithoutContent(() => undefined)
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
    const { see } = createWithoutContent(() => {
      throw new Error('told of nothing')
    })
    see({ tag: 'message', attrs: {} })
    see({ tag: 'message', attrs: {}, content: 'x' } as unknown as BinaryNode)
  })
})
