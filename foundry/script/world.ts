import type { Of } from './plan/piece.ts'
import type { Session } from './session.ts'
import type { NamedTree } from './tree.ts'

/** The parts from which history is made. */
export type World = {
  readonly session: Session
  readonly of: Of
  readonly trees: ReadonlyMap<string, NamedTree>
  /** 00:00 UTC of day 0. */
  readonly startUnix: number
}
