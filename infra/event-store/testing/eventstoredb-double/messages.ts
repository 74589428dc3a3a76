import shared from '@eventstore/db-client/generated/shared_pb.js'
import type {
  AppendReq,
  AppendResp,
  ReadReq,
  ReadResp,
  TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendOutcome, ExpectedRevision, LoggedEvent, ProposedEvent } from './log.js'

/** The name of a stream as the protocol carries it. */
export const nameOf = (identifier: { getStreamName(): Uint8Array | string } | undefined): string =>
  Buffer.from((identifier?.getStreamName() ?? '') as Uint8Array).toString('utf8')

const identifyStream = (name: string) => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(name))
  return identifier
}

const textId = (text: string) => {
  const id = new shared.UUID()
  id.setString(text)
  return id
}

export const expectedOf = (options: AppendReq.Options | TombstoneReq.Options): ExpectedRevision => {
  if (options.hasRevision()) return Number(options.getRevision())
  if (options.hasNoStream()) return 'none'
  return options.hasStreamExists() ? 'exists' : 'any'
}

export const proposedOf = (message: AppendReq.ProposedMessage): ProposedEvent => ({
  id: message.getId()?.getString() ?? '',
  type: message.getMetadataMap().get('type') ?? '',
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
})

/** An event in the answer of a read or subscription. */
export const eventMessage = (event: LoggedEvent): ReadResp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(textId(event.id))
  recorded.setStreamIdentifier(identifyStream(event.stream))
  recorded.setStreamRevision(String(event.revision))
  recorded.setCommitPosition(String(event.position))
  recorded.setPreparePosition(String(event.position))
  recorded.getMetadataMap().set('type', event.type)
  recorded.getMetadataMap().set('created', `${event.created}0000`)
  recorded.getMetadataMap().set('content-type', 'application/json')
  recorded.setData(event.data)
  recorded.setCustomMetadata(event.metadata)
  const read = new streams.ReadResp.ReadEvent()
  read.setEvent(recorded)
  read.setCommitPosition(String(event.position))
  const message = new streams.ReadResp()
  message.setEvent(read)
  return message
}

export const notFoundMessage = (stream: string): ReadResp => {
  const notFound = new streams.ReadResp.StreamNotFound()
  notFound.setStreamIdentifier(identifyStream(stream))
  const message = new streams.ReadResp()
  message.setStreamNotFound(notFound)
  return message
}

export const confirmationMessage = (): ReadResp => {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation()
  confirmation.setSubscriptionId('double')
  const message = new streams.ReadResp()
  message.setConfirmation(confirmation)
  return message
}

export const checkpointMessage = (position: number): ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint()
  checkpoint.setCommitPosition(String(position))
  checkpoint.setPreparePosition(String(position))
  const message = new streams.ReadResp()
  message.setCheckpoint(checkpoint)
  return message
}

/** The filter of a subscription as a predicate. */
export const filterOf = (options: ReadReq.Options): ((event: LoggedEvent) => boolean) => {
  const filter = options.getFilter()
  const byType = filter?.getEventType()
  const expression = byType ?? filter?.getStreamIdentifier()
  if (expression === undefined) return () => true
  const prefixes = expression.getPrefixList()
  const regex = new RegExp(expression.getRegex())
  return ({ type, stream }) => {
    const text = byType === undefined ? stream : type
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text)
  }
}

/** The answer to an append. A replay carries no position, as it may happen with a server. */
export const appendMessage = (outcome: Exclude<AppendOutcome, { readonly kind: 'deleted' }>): AppendResp => {
  const message = new streams.AppendResp()
  if (outcome.kind === 'wrong') {
    const wrong = new streams.AppendResp.WrongExpectedVersion()
    if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty())
    else wrong.setCurrentRevision(String(outcome.actual))
    message.setWrongExpectedVersion(wrong)
    return message
  }
  const success = new streams.AppendResp.Success()
  success.setCurrentRevision(String(outcome.revision))
  if (outcome.kind === 'written') {
    const position = new streams.AppendResp.Position()
    position.setCommitPosition(String(outcome.position))
    position.setPreparePosition(String(outcome.position))
    success.setPosition(position)
  } else success.setNoPosition(new shared.Empty())
  message.setSuccess(success)
  return message
}
