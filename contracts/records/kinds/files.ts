import { COUNT, ID, listOf, may, nullableSchema, requiredProperty, strictObject, TEXT } from './json.js'
import type {
  AddedLater,
  AnswerProperty,
  Kind,
  OptionalInBody,
  StoredMedia,
  Types,
  UploadedFile,
  Value,
} from './kind.js'
import { mediaUrl, STORED_MEDIA } from './media.js'

/**
 * Several files in order, each with a caption. `POST /:id/<name>-upload` appends a file. A body lists the ids
 * of the files to keep, with their order and captions; all others are removed. An entry without an id is a
 * new place, whose file comes later. All files are removed with the record.
 */
export interface FilesField extends AddedLater {
  readonly kind: 'files'
  /** maximum of files */
  readonly most: number
  /** maximum of characters of a caption */
  readonly caption: number
  /** text of the answer to an upload */
  readonly attached: string
}
interface StoredFile {
  /** id within the record; never given to another file of the record */
  readonly id: number
  readonly caption: string
  /** null: the file is not uploaded yet */
  readonly media: StoredMedia | null
}
/** `last`: the highest id ever given to a file. */
interface StoredFiles {
  readonly last: number
  readonly list: readonly StoredFile[]
}
export interface ShownFile {
  /** id of the file in bodies */
  readonly id: number
  /** id of the record */
  readonly fileId: number
  /** the file's caption */
  readonly name: string
  /** address of the file; null before its upload */
  readonly path: string | null
  /** MIME type; empty before the upload */
  readonly mediaType: string
  /** name of the file; empty before the upload */
  readonly fileName: string
  /** bytes */
  readonly size: number
}
interface SaidFile {
  readonly id?: number | null
  /** new caption of the file; absent: unchanged */
  readonly name?: string | null
}
interface FilesTypes extends Types {
  stored: StoredFiles
  said: OptionalInBody<this, SaidFile[] | null>
  shown: AnswerProperty<this, ShownFile[]>
}
declare module './kind.js' {
  interface Declared {
    files: [FilesField, FilesTypes]
  }
}
export const files = <const F extends Omit<FilesField, 'kind'>>(field: F) =>
  ({ kind: 'files', ...field }) as const

const NO_FILES: StoredFiles = { last: 0, list: [] }
const filesIn = (value: unknown): StoredFiles => (value as StoredFiles | null | undefined) ?? NO_FILES
const saidIn = (said: unknown) => (said || []) as readonly SaidFile[]
const captionOf = (caption: string | null | undefined): string => (caption ?? '').trim()
const shownFile =
  (fileId: number) =>
  ({ id, caption, media }: StoredFile): ShownFile => ({
    ...{ id, fileId, name: caption, path: media && mediaUrl(media.blobId) },
    ...{ mediaType: media?.mimetype ?? '', fileName: media?.fileName ?? '', size: media?.size ?? 0 },
  })
/** The uploaded files of a stored value, in order, with their captions. */
export const filesOf = (value: unknown): readonly (StoredFile & { readonly media: StoredMedia })[] =>
  filesIn(value).list.flatMap((file) => (file.media === null ? [] : [{ ...file, media: file.media }]))

/** Fields of shown files that clients send back, without effect. */
const IGNORED = ['path', 'mediaType', 'fileName', 'size', 'fileId', 'file', 'createdAt', 'updatedAt']

const withUploads = (
  { most }: FilesField,
  before: unknown,
  { media, caption, place }: UploadedFile,
): Value | undefined => {
  const { last, list } = filesIn(before)
  if (media === null) return undefined
  if (place !== undefined) {
    const at = list.findIndex(({ id }) => id === place)
    const found = list[at]
    if (found === undefined) return undefined
    const file = { ...found, media, caption: caption === undefined ? found.caption : captionOf(caption) }
    return { last, list: list.with(at, file) }
  }
  if (list.length >= most) return undefined
  return { last: last + 1, list: [...list, { id: last + 1, caption: captionOf(caption), media }] }
}

export const filesKind: Kind<FilesField> = {
  by: 'body',
  stored: () =>
    strictObject({
      ...requiredProperty('last', COUNT),
      ...requiredProperty(
        'list',
        listOf(
          strictObject({
            ...requiredProperty('id', ID),
            ...requiredProperty('caption', TEXT),
            ...requiredProperty('media', nullableSchema(STORED_MEDIA)),
          }),
        ),
      ),
    }),
  said: ({ most, caption }, name) => {
    const text = nullableSchema({ maxLength: caption, type: 'string' })
    const ignored = Object.assign({}, ...IGNORED.map((one) => may(one, {})))
    const said = strictObject({ ...may('id', nullableSchema(ID)), ...may('name', text), ...ignored })
    return may(name, nullableSchema(listOf(said, { maxItems: most })))
  },
  shown: (_field, name) => {
    const texts = ['name', 'mediaType', 'fileName'].map((one) => requiredProperty(one, TEXT))
    const ids = {
      ...requiredProperty('id', ID),
      ...requiredProperty('fileId', ID),
      ...requiredProperty('path', nullableSchema(TEXT)),
      ...requiredProperty('size', COUNT),
    }
    return requiredProperty(name, listOf(strictObject(Object.assign(ids, ...texts))))
  },
  show: (_field, name, value, _find, own) => ({ [name]: filesIn(value).list.map(shownFile(Number(own))) }),
  // the value is in shown form (an array) or in stored form
  read: (_field, value) => {
    const names = Array.isArray(value)
      ? (value as readonly ShownFile[]).map(({ fileName, name }) => fileName || name)
      : filesIn(value).list.map(({ media, caption }) => media?.fileName ?? caption)
    return names.join(', ')
  },
  blank: () => NO_FILES,
  // removed ids are never given again
  cleared: (before) => ({ last: filesIn(before).last, list: [] }),
  fits: (_field, said, _now, before) => {
    const ids = saidIn(said).flatMap(({ id }) => id ?? [])
    const known = filesIn(before).list.map(({ id }) => id)
    return new Set(ids).size === ids.length && ids.every((id) => known.includes(id))
  },
  kept: (_field, said, before) => {
    const { list, last } = filesIn(before)
    let next = last
    const now = saidIn(said).map(({ id, name }): StoredFile => {
      const file = list.find((one) => one.id === id)
      if (file === undefined) return { id: ++next, caption: captionOf(name), media: null }
      return { ...file, caption: name === undefined ? file.caption : captionOf(name) }
    })
    return { last: next, list: now }
  },
  brought: withUploads,
  outside: 'blobs',
  holds: (value) => filesOf(value).map(({ media }) => media.blobId),
  foundBy: (name, key) => ({ [`${name}Ids`]: { has: key } }),
  found: (name, value) => ({ [`${name}Ids`]: filesOf(value).map(({ media }) => media.blobId) }),
  emptied: NO_FILES,
}
