import { readFile } from 'node:fs/promises'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/** The PEM file of WA_SERVER_CA; an error is a sentence for the operator. */
export const readWaServerCa = (file: string | null): Promise<Result<string | undefined, string>> =>
  file === null
    ? Promise.resolve(ok(undefined))
    : readFile(file, 'utf8').then(ok, () => err(`WA_SERVER_CA: ${file} cannot be read`))
