export { checkQueue, type QueueAtBlock, type QueueCheck } from './check.ts'
export {
  type CashNeed,
  cashNeedOf,
  type Liability,
  liabilitiesOf,
  type Payout,
  payoutOf,
  type RequestSum,
} from './liability.ts'
export { findMostPaid, type MostPaid, type Trial } from './most-paid.ts'
export { emptyQueue, foldQueue, type WithdrawQueue } from './queue.ts'
export { QueueLogError, requestTopics } from './queue-event.ts'
export {
  deadlineOf,
  maturityOf,
  type QueuedRequest,
  type RequestStatus,
  requestIdOf,
  requestStatusOf,
  type WithdrawRequest,
} from './request.ts'
export { requestsAt, restoreQueue } from './stored-request.ts'
