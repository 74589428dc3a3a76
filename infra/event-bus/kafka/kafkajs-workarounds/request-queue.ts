import RequestQueue from 'kafkajs/src/network/requestQueue/index.js'

/**
 * Each connection of kafkajs polls every millisecond for requests that the broker has throttled, which costs some 4 % of
 * a core in an idle process. With this it polls only while requests wait. Repeating the call is harmless.
 */
export const checkOnlyWhenQueued = (): void => {
  const look = RequestQueue.prototype.scheduleCheckPendingRequests
  if (look.name === 'lookWhereOneWaits') return
  RequestQueue.prototype.scheduleCheckPendingRequests = function lookWhereOneWaits() {
    if (this.pending.length > 0) look.call(this)
  }
}
