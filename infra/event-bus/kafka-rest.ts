import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'

/**
 * Lets kafkajs rest. From its first answer on, each of its connections would look once a millisecond, for ever, whether
 * a request waits because the broker has throttled us: some 4 % of a core in a process that does nothing. It still looks
 * where one waits; whoever adds one asks for that. Doing it again is harmless.
 */
export const letKafkaRest = (): void => {
  const look = RequestQueue.prototype.scheduleCheckPendingRequests
  if (look.name === 'lookWhereOneWaits') return
  RequestQueue.prototype.scheduleCheckPendingRequests = function lookWhereOneWaits() {
    if (this.pending.length > 0) look.call(this)
  }
}
