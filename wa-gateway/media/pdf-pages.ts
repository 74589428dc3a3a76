import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflated = promisify(inflate)
const MB = 1024 * 1024

/** Larger documents are sent without a number of pages. */
const MAX_SIZE = 20 * MB
/** Limit of all inflated objects of a document together, in bytes. */
const MAX_INFLATED = 64 * MB
const MAX_OBJECTS = 200_000
const MAX_TRAILERS = 20
const MAX_PAGES = 99_999

/** Objects by number; a later one replaces an earlier one, as updates of a document do. */
type Objects = Map<number, string>

const numberIn = (dictionary: string, name: string): number | null => {
  const found = new RegExp(`/${name}\\s{0,9}(\\d{1,10})(?!\\d|\\s{1,9}\\d{1,5}\\s{1,9}R)`).exec(dictionary)
  return found === null ? null : Number(found[1])
}
const referenceIn = (dictionary: string, name: string): number | null => {
  const found = new RegExp(`/${name}\\s{0,9}(\\d{1,10})\\s{1,9}\\d{1,5}\\s{1,9}R`).exec(dictionary)
  return found === null ? null : Number(found[1])
}

/** Finds a word repeatedly from growing offsets, and reads everything in between only once. */
const finderOf = (content: Buffer, word: string, fits: (at: number) => boolean = () => true) => {
  let found = -1
  return (from: number): number => {
    while (found !== Number.POSITIVE_INFINITY && (found < from || !fits(found))) {
      const at = content.indexOf(word, Math.max(from, found + 1))
      found = at < 0 ? Number.POSITIVE_INFINITY : at
    }
    return found
  }
}

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 13 || byte === 10

/** Whether the word `stream` at this index begins a stream: `>>` before it, a line end after it. */
const isKeyword = (content: Buffer, at: number): boolean => {
  const next = content[at + 6]
  if (next !== 13 && next !== 10) return false
  let before = at - 1
  while (at - before < 4 && isBlank(content[before])) before -= 1
  return content[before] === 62 && content[before - 1] === 62
}

/** Adds the objects of a compressed stream; gives the number of bytes that may still be inflated. */
const unpackObjects = async (
  dictionary: string,
  data: Buffer,
  left: number,
  objects: Objects,
): Promise<number> => {
  const [count, first] = [numberIn(dictionary, 'N'), numberIn(dictionary, 'First')]
  if (count === null || first === null || first > MB || !dictionary.includes('/FlateDecode')) return left
  const content = await inflated(data, { maxOutputLength: Math.max(1, left) }).catch(() => null)
  if (content === null) return 0
  const head = content.toString('latin1', 0, first).trim().split(/\s+/).map(Number)
  let read = first
  for (let at = 0; at < count && objects.size < MAX_OBJECTS; at += 1) {
    const [id, offset, , next = content.length] = head.slice(at * 2, at * 2 + 4)
    if (id === undefined || offset === undefined || !(first + offset >= read)) break
    read = Math.min(content.length, first + next)
    objects.set(id, content.toString('latin1', first + offset, read))
  }
  return left - content.length
}

/** All objects of a document, and the number of its catalog. */
const read = async (
  content: Buffer,
): Promise<{ readonly objects: Objects; readonly root: number | null }> => {
  const objects: Objects = new Map()
  const object = finderOf(content, ' obj')
  const end = finderOf(content, 'endobj')
  const endOfStream = finderOf(content, 'endstream')
  const stream = finderOf(content, 'stream', (at) => isKeyword(content, at))
  let root: number | null = null
  let left = MAX_INFLATED
  let at = 0
  for (let seen = 0; seen < MAX_OBJECTS; seen += 1) {
    const start = object(at)
    const data = stream(start)
    const stop = Math.min(end(start), data)
    if (start === Number.POSITIVE_INFINITY || stop === Number.POSITIVE_INFINITY) break
    const id = /(\d{1,10})\s\d{1,5}$/.exec(content.toString('latin1', Math.max(0, start - 20), start))?.[1]
    const dictionary = content.toString('latin1', start, stop)
    at = stop
    if (stop === data) {
      const from = content.indexOf('\n', data) + 1
      const told = from + (numberIn(dictionary, 'Length') ?? content.length)
      at = content.toString('latin1', told, told + 20).includes('endstream') ? told : endOfStream(from)
      if (at === Number.POSITIVE_INFINITY) break
      if (dictionary.includes('/ObjStm') && left > 0) {
        left = await unpackObjects(dictionary, content.subarray(from, at), left, objects)
      }
      if (dictionary.includes('/XRef')) root = referenceIn(dictionary, 'Root') ?? root
    }
    if (id !== undefined) objects.set(Number(id), dictionary)
  }
  let trailer = content.length
  for (let seen = 0; seen < MAX_TRAILERS && trailer > 0; seen += 1) {
    trailer = content.lastIndexOf('trailer', trailer - 1)
    const found =
      trailer < 0 ? null : referenceIn(content.toString('latin1', trailer, trailer + 1_000), 'Root')
    if (found !== null) return { objects, root: found }
  }
  return { objects, root }
}

/**
 * The number of pages that a PDF states; undefined for a broken, encrypted or too large file. The cost is bounded for
 * hostile files, which libraries do not promise. Each byte is read once, and inflation is limited.
 */
export const pagesOf = async (content: Buffer): Promise<number | undefined> => {
  if (content.length > MAX_SIZE) return undefined
  const { objects, root } = await read(content)
  const named = (found: number | null): string => (found === null ? '' : (objects.get(found) ?? ''))
  const pages = named(referenceIn(named(root), 'Pages'))
  const count = numberIn(pages, 'Count') ?? Number(/\d{1,5}/.exec(named(referenceIn(pages, 'Count')))?.[0])
  return count > 0 && count <= MAX_PAGES ? count : undefined
}
