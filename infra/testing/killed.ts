import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a TypeScript file in its own process and kills it (SIGKILL) after `lines` lines of output. Gives the complete lines. The
 * file prints a line after each acknowledged action.
 */
export const linesUntilKilled = (file: URL, args: readonly string[], lines: number): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', fileURLToPath(file), ...args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.split('\n').length > lines) child.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (_, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`ended by itself: ${errors}`))
      else resolve(output.split('\n').slice(0, -1))
    })
  })
