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
  /** it takes nothing of what its company may store */
  readonly uncounted?: true
}

export interface BlobMeta {
  readonly companyId: number
  readonly mimetype: string
  readonly fileName: string
  /** refuse content longer than this, in bytes */
  readonly maxSize: number
  /** give this id (a repetition then stores the same blob once) instead of a fresh one */
  readonly id?: string
  /** it takes nothing of what its company may store */
  readonly uncounted?: true
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
  /** All files of a company, in any order, those that are removed meanwhile or not. It may read what is stored of all companies. */
  of(companyId: number): AsyncIterable<BlobInfo>
  /** Bytes that the files of a company take, of some moment within the last minute; null while they are counted. */
  used(companyId: number): Promise<number | null>
  close(): Promise<void>
}
