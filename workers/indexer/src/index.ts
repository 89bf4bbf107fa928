export {
  type IndexContext,
  type IndexedChain,
  type IndexParts,
  type IndexSettings,
  openContext,
} from './context.ts'
export type { IndexEvent } from './event.ts'
export { type InlineTimer, openInlineQueue } from './inline-queue.ts'
export type { HttpSource, PriceBook, PriceRule, PriceSource } from './price/price-book.ts'
export type {
  FailureFate,
  Queue,
  QueueCounts,
  TaskContext,
  TaskEnd,
  TaskHandler,
  WorkOptions,
} from './queue.ts'
export type { ChainPrice, MeasurePlan, RawReading } from './raw-reading.ts'
export { type Flow, type Task, type TaskKind, type TaskPlace, taskIdOf } from './task.ts'
