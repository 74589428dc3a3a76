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
  /** the file does not count for its company's quota */
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
  /** the file does not count for its company's quota */
  readonly uncounted?: true
}

/** Files: messages' media and avatars. */
export interface Blobs {
  /** Stores a stream; on `too-large` or a broken source nothing stays. */
  put(content: Readable | Buffer, meta: BlobMeta): Promise<BlobInfo | 'too-large'>
  info(id: string): Promise<BlobInfo | null>
  /** Bytes `start` to `end` inclusive, or all; null for an absent blob. */
  open(
    id: string,
    range?: { start: number; end: number },
  ): Promise<{ info: BlobInfo; stream: Readable } | null>
  remove(id: string): Promise<void>
  /**
   * All files of a company, in any order, maybe including files removed meanwhile. May read the descriptions of all
   * companies.
   */
  of(companyId: number): AsyncIterable<BlobInfo>
  /** Bytes of a company's files, at most a minute old; null while they are being counted. */
  used(companyId: number): Promise<number | null>
  close(): Promise<void>
}
