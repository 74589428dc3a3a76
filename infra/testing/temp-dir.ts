import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder for a test. `remove` deletes it. */
export const tempDir = async (): Promise<{ dir: string; remove(): Promise<void> }> => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-'))
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}
