import { unzipSync } from 'fflate'

/** The files of an archive by their names, in its order. Throws for what is no archive. */
export const unzipped = (archive: Buffer): Map<string, Buffer> =>
  new Map(Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content)]))
