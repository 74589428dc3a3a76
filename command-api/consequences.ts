import { endSession } from './auth/end-session.js'
import { beginClosure } from './company/closure/begin-closure.js'
import { removeFiles } from './connections/remove-files.js'
import { removeTokens } from './connections/remove-tokens.js'
import { stopLine } from './connections/stop-line.js'
import { unlinkQueue } from './connections/unlink-queue.js'
import { finishMerge } from './contact/finish-merge.js'
import { leaveGoneContact } from './contact/leave-gone-contact.js'
import { forgetDrafts } from './drafts/forget-drafts.js'
import { declineCalls } from './message/decline-calls.js'
import { failOnDeleted } from './message/fail-on-deleted.js'
import { failWithoutConnection } from './message/fail-without-connection.js'
import { giveOccurrences } from './message/give-occurrences.js'
import { greet } from './message/greet.js'
import { sayAutomaticTexts } from './message/say-automatic-texts.js'
import { sayBotTexts } from './message/say-bot-texts.js'
import { sayClosed } from './message/say-closed.js'
import { takeBotStep } from './message/take-bot-step.js'
import { letGoOfDeleted } from './named/let-go-of-deleted.js'
import { finishCompany } from './onboarding/finish-company.js'
import { forgetDevices } from './push/forget-devices.js'
import { pushNotices } from './push/push-notices.js'
import { dropIfWrites } from './records/drop-if-writes.js'
import { closeAll } from './ticket/close-all.js'
import { closeImported } from './ticket/close-imported.js'
import { followLane } from './ticket/follow-lane.js'
import { leaveConnection } from './ticket/leave-connection.js'
import { readByAnswer } from './ticket/read-by-answer.js'
import { takeOffGone } from './ticket/take-off-gone.js'
import { unlinkTickets } from './ticket/unlink-tickets.js'
import { releaseHoldings } from './user/release-holdings.js'
import { settleSeat } from './user/settle-seat.js'
import { unlinkUsers } from './user/unlink-users.js'
import { visitBoth } from './user/visit-both.js'

/**
 * All consequences. Each is started in the group that it names; consequences.test.ts finds one that is missing here.
 */
export const CONSEQUENCES = [
  endSession,
  removeFiles,
  removeTokens,
  stopLine,
  unlinkQueue,
  finishMerge,
  leaveGoneContact,
  forgetDrafts,
  declineCalls,
  failOnDeleted,
  failWithoutConnection,
  giveOccurrences,
  greet,
  sayAutomaticTexts,
  sayBotTexts,
  takeBotStep,
  sayClosed,
  forgetDevices,
  pushNotices,
  letGoOfDeleted,
  finishCompany,
  beginClosure,
  closeAll,
  dropIfWrites,
  closeImported,
  followLane,
  leaveConnection,
  readByAnswer,
  takeOffGone,
  unlinkTickets,
  releaseHoldings,
  settleSeat,
  unlinkUsers,
  visitBoth,
] as const
