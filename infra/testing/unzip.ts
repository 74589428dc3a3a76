import { unzipSync } from 'fflate'

/** The files of an archive by name, in the archive's order. Throws if the data is not an archive. */
export const unzipFiles = (archive: Buffer): Map<string, Buffer> =>
  new Map(Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content)]))
