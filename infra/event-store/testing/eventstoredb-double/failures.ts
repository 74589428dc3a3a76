import { Metadata, status } from '@grpc/grpc-js'

const failure = (code: status, details: string, headers: Record<string, string> = {}) => {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  return { name: 'Error', message: details, code, details, metadata }
}
export const unavailable = () => failure(status.UNAVAILABLE, 'the double is away')
export const denied = () => failure(status.UNAUTHENTICATED, 'Unauthenticated')
export const forbidden = () =>
  failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
/** The error of an append whose event ids another append is about to commit. */
export const commitTimeout = () => failure(status.ABORTED, 'Commit phase timeout')
export const deleted = (stream: string) =>
  failure(status.FAILED_PRECONDITION, `the stream ${stream} is deleted`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })
export const wrongVersion = (stream: string, expected: string) =>
  failure(status.FAILED_PRECONDITION, `the stream ${stream} is at another revision`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': expected,
  })

export const timedOut = () => failure(status.ABORTED, 'operation timed out')
export const notLeader = (port: number) =>
  failure(status.NOT_FOUND, 'leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  })
export const tooLarge = (most: number) =>
  failure(status.INVALID_ARGUMENT, 'maximum append size exceeded', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  })
