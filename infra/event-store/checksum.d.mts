/** CRC-32 of an event as it is stored, with the place where it stands: a row that moved is damage, too. */
export function checksumOf(row: {
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly body: string
}): number
