/** Number of first bytes of a file that decide its type. */
export const HEAD_BYTES = 4100

/** The library's names of types that have another name here. */
const OWN_TYPE_NAMES: Readonly<Record<string, string>> = {
  'application/ogg': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'video/matroska': 'video/webm',
  'video/vnd.avi': 'video/x-msvideo',
}

const PROGRAMS = [
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-executable',
]
/** Whether a file of this type is a program. */
export const isProgramType = (type: string): boolean => PROGRAMS.includes(type)

/**
 * A file's type by its first bytes (HEAD_BYTES, or all); null if unknown. Types and endings are in one table
 * only.
 */
export const contentTypeOf = async (bytes: Buffer): Promise<string | null> => {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    const found = await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES))
    const type = found?.mime.split(';')[0]
    return type === undefined ? null : (OWN_TYPE_NAMES[type] ?? type)
  } catch {
    // a truncated or invented container: the type stays unknown
    return null
  }
}

const classOf = (mimetype: string): string => mimetype.split('/')[0] ?? ''
const PLAYABLE_CLASSES = ['audio', 'video']

/** Types that a browser would run or render as a page. */
const ACTIVE =
  /^(text\/html|application\/xhtml|image\/svg|text\/xml|application\/xml|text\/javascript|application\/javascript)/

/**
 * The type to store a file under, by its bytes. The sender's type counts only if the bytes have no signature,
 * and only for types without a signature. A file that is declared as PDF but lacks the signature is no PDF.
 */
export const typeOf = async (bytes: Buffer, declared: string): Promise<string> => {
  const found = await contentTypeOf(bytes)
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  if (found !== null) {
    // Audio and video share containers, and office files are zip files of many kinds.
    if (PLAYABLE_CLASSES.includes(classOf(found)) && classOf(said) === 'audio')
      return found.replace('video/', 'audio/')
    if (found === 'application/zip' && said.startsWith('application/')) return said
    return found
  }
  const { supportedMimeTypes } = await import('file-type')
  const isShown = [...supportedMimeTypes].some((type) => type === said)
  if (ACTIVE.test(said) || isShown) return 'application/octet-stream'
  return /^(text|application)\/[\w.+-]+$/.test(said) ? said : 'application/octet-stream'
}
