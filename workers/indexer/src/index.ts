export {
  type IndexContext,
  type IndexedChain,
  type IndexParts,
  type IndexSettings,
  openContext,
} from './context.ts'
export type { IndexEvent } from './event.ts'
export { type InlineTimer, openInlineQueue } from './inline-queue.ts'
export {
  type PriceBook,
  PriceBookError,
  type PriceRule,
  parsePriceBook,
} from './price/price-book.ts'
export type { HttpSource, PriceSource } from './price/price-source.ts'
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
