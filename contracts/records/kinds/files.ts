import { listOf, may, must, nullable, strict, TEXT } from './json.js'
import type { Kind, Later, May, Own, Types } from './kind.js'
import { MEDIA_PROPERTIES, mediaUrl, type StoredMedia } from './media.js'

/**
 * Several files in an order, each with a caption. `POST /:id/<name>-upload` brings one, which stands at the end. A body says
 * by their ids which of them stay, in which order and with which captions; the others go. All go with the record.
 */
export interface FilesField extends Later {
  readonly kind: 'files'
  /** how many at most */
  readonly most: number
  /** characters of a caption */
  readonly caption: number
  /** what the upload answers */
  readonly attached: string
}
interface StoredFile extends StoredMedia {
  readonly caption: string
}
export interface ShownFile {
  /** by which bodies name it */
  readonly id: string
  /** its address */
  readonly path: string
  readonly name: string
  readonly mimetype: string
  /** bytes */
  readonly size: number
  readonly caption: string
}
interface SaidFile {
  readonly id: string
  readonly caption?: string | null
}
interface FilesTypes extends Types {
  stored: StoredFile[]
  said: May<this, SaidFile[] | null>
  shown: Own<this, ShownFile[]>
}
declare module './kind.js' {
  interface Declared {
    files: [FilesField, FilesTypes]
  }
}
export const files = <const F extends Omit<FilesField, 'kind'>>(field: F) =>
  ({ kind: 'files', ...field }) as const

const filesIn = (value: unknown) => (value ?? []) as readonly StoredFile[]
const saidIn = (said: unknown) => (said || []) as readonly SaidFile[]
const captionOf = (caption: string | null | undefined): string => (caption ?? '').trim()
const shownFile = ({ blobId, fileName, mimetype, size, caption }: StoredFile): ShownFile => ({
  ...{ id: blobId, path: mediaUrl(blobId), name: fileName, mimetype, size, caption },
})

export const filesKind: Kind<FilesField> = {
  by: 'body',
  stored: () => listOf(strict({ ...MEDIA_PROPERTIES, ...must('caption', TEXT) })),
  said: ({ most, caption }, name) => {
    const said = { ...must('id', { maxLength: 100, type: 'string' }) }
    const text = nullable({ maxLength: caption, type: 'string' })
    return may(name, nullable(listOf(strict({ ...said, ...may('caption', text) }), { maxItems: most })))
  },
  shown: (_field, name) => {
    const texts = ['id', 'path', 'name', 'mimetype', 'caption'].map((one) => must(one, TEXT))
    return must(
      name,
      listOf(strict(Object.assign({}, ...texts, must('size', { minimum: 0, type: 'integer' })))),
    )
  },
  show: (_field, name, value) => ({ [name]: filesIn(value).map(shownFile) }),
  // as it is shown, and as it is stored
  read: (_field, value) =>
    (value as readonly { readonly name?: string; readonly fileName?: string }[])
      .map(({ name, fileName }) => name ?? fileName)
      .join(', '),
  blank: () => [],
  fits: (_field, said, _now, before) => {
    const ids = saidIn(said).map(({ id }) => id)
    const known = filesIn(before).map(({ blobId }) => blobId)
    return new Set(ids).size === ids.length && ids.every((id) => known.includes(id))
  },
  kept: (_field, said, before) =>
    saidIn(said).flatMap(({ id, caption }) => {
      const file = filesIn(before).find(({ blobId }) => blobId === id)
      return file ? [{ ...file, caption: caption === undefined ? file.caption : captionOf(caption) }] : []
    }),
  brought: ({ most }, before, file, caption) => {
    const now = filesIn(before)
    if (file === null || now.length >= most) return undefined
    return [...now, { ...file, caption: captionOf(caption) }]
  },
  outside: 'blobs',
  holds: (value) => filesIn(value).map(({ blobId }) => blobId),
  foundBy: (name, key) => ({ [`${name}Ids`]: { has: key } }),
  found: (name, value) => ({ [`${name}Ids`]: filesIn(value).map(({ blobId }) => blobId) }),
  emptied: [],
}
