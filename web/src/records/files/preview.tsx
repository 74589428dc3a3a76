import { useEffect, useMemo } from 'react'
import { fileTypeOf } from '../../base/file-limits.js'
import type { FileEntry } from './entry.js'
import styles from './files.module.css'

const isPicture = (type: string): boolean => /^image\/(?!svg)/.test(type)
/** The address of a file; a newly chosen file has an object URL while it is shown. */
const useAddress = ({ file, path }: FileEntry): string | null => {
  const own = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(() => () => (own === null ? undefined : URL.revokeObjectURL(own)), [own])
  return own ?? path
}

/** A small preview of a file: a picture, a video's first frame, else an icon of its kind. A click opens the file. */
export const Preview = ({ entry }: { readonly entry: FileEntry }) => {
  const { file, mediaType, fileName } = entry
  const address = useAddress(entry)
  const kind = fileTypeOf(fileName, mediaType) || '?'
  if (address === null) return <span className={styles.thumb} aria-hidden="true" />
  const small = isPicture(mediaType) ? (
    <img src={file === null ? `${address}?preview=1` : address} alt="" loading="lazy" />
  ) : mediaType.startsWith('video/') ? (
    <video src={address} preload="metadata" muted playsInline tabIndex={-1} />
  ) : (
    <span className={styles.kind}>{kind}</span>
  )
  return (
    <a
      className={styles.thumb}
      href={address}
      target="_blank"
      rel="noreferrer"
      draggable={false}
      aria-label={fileName}
      data-hint={fileName}
    >
      {small}
    </a>
  )
}

/** Plays an audio file; nothing for other files. */
export const Sound = ({ entry }: { readonly entry: FileEntry }) => {
  const address = useAddress(entry)
  if (address === null || !entry.mediaType.startsWith('audio/')) return null
  return <audio className={styles.sound} src={address} controls preload="none" aria-label={entry.fileName} />
}
