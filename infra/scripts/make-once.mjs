import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const readStamp = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Makes outputs from inputs, unless existing outputs were made from the same contents. If `make` was interrupted, or its inputs
 * changed meanwhile, the next call repeats it.
 * @param {object} work
 * @param {string} work.stamp file that keeps the hash of the inputs and the paths of the outputs
 * @param {readonly string[]} work.inputs files
 * @param {() => readonly string[] | Promise<readonly string[]>} work.make gives the paths of the outputs
 * @returns {Promise<boolean>} whether anything was made
 */
export const makeOnce = async ({ stamp, inputs, make }) => {
  const hash = hashOf(inputs)
  const before = readStamp(stamp)
  if (before?.hash === hash && before.outputs.every(existsSync)) return false
  rmSync(stamp, { force: true })
  const outputs = await make()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ hash, outputs }))
  return true
}
