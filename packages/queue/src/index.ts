export { checkQueue, type QueueAtBlock, type QueueCheck } from './check.ts'
export {
  type CashFacts,
  type CashNeed,
  cashNeedOf,
  type Liability,
  liabilitiesOf,
  payoutOf,
  type RequestSum,
  ReserveFactorError,
} from './liability.ts'
export { emptyQueue, foldQueue, type WithdrawQueue } from './queue.ts'
export {
  decodeQueueLog,
  type QueueEvent,
  type QueueLog,
  QueueLogError,
  type QueueLogFault,
  requestTopics,
} from './queue-event.ts'
export {
  deadlineOf,
  maturityOf,
  type QueuedRequest,
  type RequestEnd,
  type RequestStatus,
  requestIdOf,
  requestStatusOf,
  type WithdrawRequest,
} from './request.ts'
