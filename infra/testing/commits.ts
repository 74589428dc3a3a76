import { readFileSync } from 'node:fs'

const WAL_HEADER = 32
const FRAME_HEADER = 24

/** Number of commits in a write-ahead log: frames that contain the size of the database end a commit. */
export const commitsIn = (walFile: string): number => {
  const wal = readFileSync(walFile)
  const pageSize = wal.readUInt32BE(8)
  let commits = 0
  for (let frame = WAL_HEADER; frame + FRAME_HEADER <= wal.length; frame += FRAME_HEADER + pageSize) {
    if (wal.readUInt32BE(frame + 4) > 0) commits++
  }
  return commits
}
