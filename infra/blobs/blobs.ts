import type { Readable } from 'node:stream'

export interface BlobInfo {
  /** unguessable, at least 128 bits of chance, safe in a path */
  readonly id: string
  readonly companyId: number
  readonly mimetype: string
  readonly fileName: string
  /** bytes */
  readonly size: number
  /** hex */
  readonly sha256: string
}

export interface BlobMeta {
  readonly companyId: number
  readonly mimetype: string
  readonly fileName: string
  /** refuse content longer than this, in bytes */
  readonly maxSize: number
  /** give this id (a repetition then stores the same blob once) instead of a fresh one */
  readonly id?: string
}

/** Files: messages' media and avatars. */
export interface Blobs {
  /** Stores a stream; on `too-large` or a broken source nothing stays. */
  put(content: Readable | Buffer, meta: BlobMeta): Promise<BlobInfo | 'too-large'>
  info(id: string): Promise<BlobInfo | null>
  /** Bytes `start` to `end` inclusive, or all; null when there is none. */
  open(
    id: string,
    range?: { start: number; end: number },
  ): Promise<{ info: BlobInfo; stream: Readable } | null>
  remove(id: string): Promise<void>
  /** Bytes that the files of a company take, of some moment within the last minute; null while they are counted. */
  used(companyId: number): Promise<number | null>
  close(): Promise<void>
}
