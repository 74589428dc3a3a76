import { Metadata, status } from '@grpc/grpc-js'

const grpcFailure = (code: status, details: string, headers: Record<string, string> = {}) => {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
  return { name: 'Error', message: details, code, details, metadata }
}
export const unavailableFailure = () => grpcFailure(status.UNAVAILABLE, 'the double is away')
export const unauthenticatedFailure = () => grpcFailure(status.UNAUTHENTICATED, 'Unauthenticated')
export const forbiddenFailure = () =>
  grpcFailure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
/** The error of an append whose event ids another append is about to commit. */
export const commitTimeout = () => grpcFailure(status.ABORTED, 'Commit phase timeout')
export const streamDeletedFailure = (stream: string) =>
  grpcFailure(status.FAILED_PRECONDITION, `the stream ${stream} is deleted`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })
export const wrongVersion = (stream: string, expected: string) =>
  grpcFailure(status.FAILED_PRECONDITION, `the stream ${stream} is at another revision`, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': expected,
  })

export const timedOut = () => grpcFailure(status.ABORTED, 'operation timed out')
export const notLeader = (port: number) =>
  grpcFailure(status.NOT_FOUND, 'leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  })
export const tooLarge = (most: number) =>
  grpcFailure(status.INVALID_ARGUMENT, 'maximum append size exceeded', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(most),
  })
