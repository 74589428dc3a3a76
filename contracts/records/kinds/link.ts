import { type Json, may, nullableSchema, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** The host whose player shows videos, without cookies. */
export const VIDEO_ORIGIN = 'https://www.youtube-nocookie.com'
const MOST = 500
/** An address of the web, for the links of a page. */
const WEB = /^https?:\/\/[^\s"'<>\\]+$/i
/** The code of a video on YouTube, alone or in one of its addresses. */
const VIDEO =
  /^(?:(?:https?:\/\/)?(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^\s#]*&)?v=|shorts\/|embed\/|live\/)|youtu\.be\/))?([\w-]{11})(?:[?&#/]\S*)?$/

/** An address of the web, or a video, of which the code is kept. Empty unless given. */
export interface LinkField extends AddedLater {
  readonly kind: 'link'
  readonly to: 'web' | 'video'
}
interface LinkTypes extends Types {
  stored: string
  said: OptionalInBody<this, string | null>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    link: [LinkField, LinkTypes]
  }
}
export const link = <const F extends Omit<LinkField, 'kind'>>(field: F) =>
  ({ kind: 'link', ...field }) as const

const SCHEMA: Json = { maxLength: MOST, type: 'string' }

export const linkKind: Kind<LinkField> = {
  by: 'body',
  stored: () => TEXT,
  said: (_field, name) => may(name, nullableSchema(SCHEMA)),
  blank: () => '',
  kept: ({ to }, said) => {
    const text = String(said).trim()
    return to === 'web' ? text : (VIDEO.exec(text)?.[1] ?? text)
  },
  fits: ({ to }, said) => {
    const text = String(said ?? '').trim()
    return text === '' || (to === 'web' ? WEB : VIDEO).test(text)
  },
  emptied: '',
}
