import { existsSync } from 'node:fs'

/** The resources that a process for files of strangers may use. */
export interface ProcessLimits {
  /** limit of time in milliseconds, and of CPU time */
  readonly timeMs: number
  /** address space, which is larger than the memory really used */
  readonly memoryMb: number
  /** maximum of bytes of each written file; 0: no files */
  readonly fileBytes: number
}

const SHELL = '/bin/sh'
const BLOCK_BYTES = 512

/**
 * Program and arguments of a process with limits. On Linux the shell sets the limits, then becomes the
 * program (exec). On other systems only the caller's limits apply: the time, and the output that the caller
 * reads.
 */
export const limitedCommand = (
  program: string,
  args: readonly string[],
  { timeMs, memoryMb, fileBytes }: ProcessLimits,
): readonly [program: string, args: readonly string[]] => {
  if (process.platform !== 'linux' || !existsSync(SHELL)) return [program, args]
  const blocks = fileBytes === 0 ? 0 : Math.ceil(fileBytes / BLOCK_BYTES) + 1
  // no core dumps: they would contain the file
  const limits = ['-c 0', `-v ${memoryMb * 1024}`, `-t ${Math.ceil(timeMs / 1000)}`, `-f ${blocks}`]
  const set = limits.map((limit) => `ulimit ${limit} && `).join('')
  return [SHELL, ['-c', `${set}exec "$0" "$@"`, program, ...args]]
}
