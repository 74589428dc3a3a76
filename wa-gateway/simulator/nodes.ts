import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
  getBinaryNodeChildUInt,
} from '@whiskeysockets/baileys'

export type { BinaryNode }

/** Builds a stanza; attributes without a value are left out. */
export const buildStanza = (
  tag: string,
  attrs: Record<string, string | number | undefined> = {},
  content?: BinaryNode['content'],
): BinaryNode => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) kept[name] = String(value)
  return content === undefined ? { tag, attrs: kept } : { tag, attrs: kept, content }
}

/** First child with this tag. */
export const child = (node: BinaryNode | undefined, tag: string) => getBinaryNodeChild(node, tag)

/** All children with this tag. */
export const childrenOf = (node: BinaryNode | undefined, tag: string): BinaryNode[] =>
  getBinaryNodeChildren(node, tag)

/** The first child, of any tag. */
export const firstChild = (node: BinaryNode): BinaryNode | undefined =>
  Array.isArray(node.content) ? node.content[0] : undefined

/** Content of the child as bytes; empty when there is none. */
export const childBytes = (node: BinaryNode | undefined, tag: string): Buffer =>
  Buffer.from((node && getBinaryNodeChildBuffer(node, tag)) ?? [])

/** Big-endian number held by the child, `length` bytes long; 0 when there is none. */
export const childNumber = (node: BinaryNode | undefined, tag: string, length: number): number =>
  (node && getBinaryNodeChildUInt(node, tag, length)) ?? 0

/** Content of a node as bytes; empty if the node has children or no content. */
export const nodeBytes = (node: BinaryNode | undefined): Buffer => {
  const content = node?.content
  if (content === undefined || Array.isArray(content)) return Buffer.alloc(0)
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
}

/** Seconds since 1970, as stanzas carry them. */
export const nowSeconds = () => Math.floor(Date.now() / 1000)
