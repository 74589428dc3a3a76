import {
  type FileKind,
  isProgramName,
  kindOfType,
  MAX_FILE_SIZE,
  MAX_SIZES,
} from '@guiche/contracts/files/files.js'
import { contentTypeOf, isProgramType } from '@guiche/infra/files/content-type.js'

/** Containers of many kinds of documents: the file name only chooses among these kinds. */
const BY_NAME: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  csv: 'text/csv',
}
const CONTAINERS = ['application/zip', 'application/x-cfb', 'text/plain']

/** The kind of message for a file, and its limit of bytes. */
interface SentAs {
  readonly kind: FileKind
  readonly mimetype: string
  /** bytes */
  readonly maxSize: number
}

const isText = (head: Buffer): boolean => {
  if (head.includes(0)) return false
  try {
    // the head may end inside a character: the decoder then waits for the rest
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

const contentType = async (head: Buffer): Promise<string> =>
  (await contentTypeOf(head)) ?? (isText(head) ? 'text/plain' : 'application/octet-stream')

const majorType = (type: string): string => type.split('/')[0] ?? ''

/**
 * The kind of a file, by its first bytes (HEAD_BYTES of them, or all). The declared type counts only for audio
 * recordings in a video container. Null for programs, and for files whose content contradicts their declared picture,
 * sound or video type.
 */
export const fileKindOf = async (
  head: Buffer,
  declared: string,
  fileName: string,
): Promise<SentAs | null> => {
  if (isProgramName(fileName)) return null
  const type = await contentType(head)
  if (isProgramType(type)) return null
  const said = majorType(declared)
  const is = majorType(type)
  const recording = said === 'audio' && is === 'video'
  if (['image', 'audio', 'video'].includes(said) && said !== is && !recording) {
    const svg = declared.startsWith('image/svg') && (is === 'text' || type === 'application/xml')
    if (!svg) return null
  }
  if (recording)
    return { kind: 'audio', mimetype: type.replace('video/', 'audio/'), maxSize: MAX_SIZES.audio }
  const kind = kindOfType(type)
  if (kind !== 'application') return { kind, mimetype: type, maxSize: MAX_SIZES[kind] }
  const extension = /\.([a-z]{3,4})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const named =
    CONTAINERS.includes(type) && Object.hasOwn(BY_NAME, extension) ? BY_NAME[extension] : undefined
  return { kind, mimetype: named ?? type, maxSize: MAX_FILE_SIZE }
}
