import { expect } from 'vitest'
import { run, runBeside, runProcess } from '../program.ts'

/** A command line, and what it is given. */
export type GivenRun = {
  readonly words: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Throws unless the thread that stays says the same as a process. */
export async function assertSame({ words, ...options }: GivenRun): Promise<void> {
  const alone = runProcess(words, options)
  expect(run(words, options)).toEqual(alone)
  expect(await runBeside(words, options)).toEqual(alone)
}
