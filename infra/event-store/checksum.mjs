// Plain JavaScript, because the writer's thread loads it without a build step.
import { crc32 } from 'node:zlib'

/**
 * CRC-32 of an event as it is stored, with the place where it stands: a row that moved is damage, too.
 * @param {{stream: string, revision: number, id: string, type: string, body: string}} row
 * @returns {number}
 */
export const checksumOf = ({ stream, revision, id, type, body }) =>
  crc32(body, crc32(`${stream}\n${revision}\n${id}\n${type}\n`))
