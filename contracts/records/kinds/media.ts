import { COUNT, may, nullableSchema, requiredProperty, strictObject, TEXT, YES_OR_NO } from './json.js'
import type { AddedLater, Kind, StoredMedia, Types } from './kind.js'

/**
 * One file, or none. Bodies do not set the file: `POST` and `DELETE` of `/:id/<name>-upload` do. Shown as
 * `<name>Path` (address), `<name>Name` (file name) and `is<Name>` (whether there is a file). The stored file
 * is removed when replaced, and with the record.
 */
export interface MediaField extends AddedLater {
  readonly kind: 'media'
  /** texts of the answers of the two routes */
  readonly attached: string
  readonly removed: string
  /**
   * A body may announce by `<name>Follows` that an upload or removal of the file comes next. Until then the
   * record's own decisions define its state.
   */
  readonly announced?: true
}
interface MediaTypes extends Types {
  stored: StoredMedia | null
  said: this['field'] extends { readonly announced: true }
    ? { [K in this['name'] as `${K}Follows`]?: boolean }
    : object
  shown: { [K in this['name'] as `${K}Path` | `${K}Name`]: string | null } & {
    [K in this['name'] as `is${Capitalize<K>}`]: boolean
  }
}
declare module './kind.js' {
  interface Declared {
    media: [MediaField, MediaTypes]
  }
}
export const media = <const F extends Omit<MediaField, 'kind'>>(field: F) =>
  ({ kind: 'media', ...field }) as const

/** Address of a stored file, relative to the origin. */
export const mediaUrl = (blobId: string): string => `/api/public/${blobId}`
/** Names of a file's shown fields: its address, its file name, and whether there is one. */
export const namesOfMedia = (name: string) =>
  [`${name}Path`, `${name}Name`, `is${name[0]?.toUpperCase()}${name.slice(1)}`] as const
/** The field of a body that announces a file. */
export const followsOf = (name: string) => `${name}Follows` as const

/** A file of a record, as in events. */
const MEDIA_PROPERTIES = {
  ...requiredProperty('blobId', TEXT),
  ...requiredProperty('fileName', TEXT),
  ...requiredProperty('mimetype', TEXT),
  ...requiredProperty('size', COUNT),
}
export const STORED_MEDIA = strictObject(MEDIA_PROPERTIES)

export const mediaKind: Kind<MediaField> = {
  by: 'upload',
  stored: () => nullableSchema(STORED_MEDIA),
  said: (field, name) => (field.announced ? may(followsOf(name), YES_OR_NO) : {}),
  shown: (_field, name) => {
    const [path, called, is] = namesOfMedia(name)
    const text = nullableSchema(TEXT)
    return {
      ...requiredProperty(path, text),
      ...requiredProperty(called, text),
      ...requiredProperty(is, YES_OR_NO),
    }
  },
  show: (_field, name, value) => {
    const [path, called, is] = namesOfMedia(name)
    const stored = value as StoredMedia | null
    return {
      [path]: stored === null ? null : mediaUrl(stored.blobId),
      [called]: stored?.fileName ?? null,
      [is]: stored !== null,
    }
  },
  listed: (name) => namesOfMedia(name)[1],
  blank: () => null,
  brought: (_field, _before, { media }) => media,
  foundBy: (name, key) => ({ [`${name}.blobId`]: key }),
  outside: 'blobs',
  holds: (value) => {
    const stored = value as StoredMedia | null | undefined
    return stored?.blobId === undefined ? [] : [stored.blobId]
  },
  emptied: null,
}
