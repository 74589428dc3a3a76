import type { MessageKind } from '../events/message.js'

/** The form in which WhatsApp shows a file; `application` is a document. */
export type FileKind = Extract<MessageKind, 'image' | 'video' | 'audio' | 'application'>

const MB = 1024 * 1024
/** Maximum size of any file, in bytes. */
export const MAX_FILE_SIZE = 100 * MB
/** Maximum size of a file by kind, in bytes; plain data, for browsers too. */
export const MAX_SIZES: Readonly<Record<FileKind, number>> = {
  image: 16 * MB,
  audio: 64 * MB,
  video: 64 * MB,
  application: MAX_FILE_SIZE,
}

const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const VIDEOS = ['video/mp4', 'video/3gpp', 'video/quicktime', 'video/x-m4v']
/** The kind of message for a file of this MIME type. */
export const kindOfType = (type: string): FileKind => {
  if (IMAGES.includes(type)) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  return VIDEOS.includes(type) ? 'video' : 'application'
}

const PROGRAM_NAME = /\.(exe|bat|cmd|com|scr|pif|msi|ps1|vbs|vbe|wsf|hta|cpl|jar|lnk|reg|sh)$/i
/** Whether a file with this name is a program, which WhatsApp refuses. */
export const isProgramName = (name: string): boolean => PROGRAM_NAME.test(name)
