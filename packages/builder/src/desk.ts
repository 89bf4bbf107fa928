import type { AnyValues } from '@vaultwright/protocols'
import type { BuildContext } from './ground.ts'
import type { Problem } from './problem.ts'
import { type Ask, openAsk } from './reads.ts'
import type { ActionRequest } from './request.ts'
import { openUnitReader, type UnitReader } from './token-unit.ts'

/** What one build works with: the context, and one reader of the chain for all its questions. */
export type Desk = {
  readonly context: BuildContext
  /** Null when there is no chain to ask. */
  readonly ask: Ask | null
  readonly unitOf: UnitReader
  /** Whether allowances are what the chain says; inside a flash loan earlier actions may have changed them. */
  readonly allowances: 'chain' | 'unknown'
}

/** Builds actions that run inside another, and gives what carries them. */
export type BuildInside = (
  requests: readonly ActionRequest[],
  loc: Problem['loc'],
) => Promise<{ readonly problems: readonly Problem[]; readonly data: AnyValues[string] }>

/**
 * Opens the desk of one build.
 *
 * @param context - what is built with.
 * @returns the desk.
 */
export function openDesk(context: BuildContext): Desk {
  const ask = context.reads === null ? null : openAsk(context.reads)
  return { context, ask, unitOf: openUnitReader(context, ask), allowances: 'chain' }
}

/**
 * Says what to do where only the chain could tell.
 *
 * @param desk - of the build.
 * @returns words for the middle of a sentence; those of the caller where there are some.
 */
export function chainHintOf({ context }: Desk): string {
  return context.chainHint ?? 'give a chain to read it from'
}
