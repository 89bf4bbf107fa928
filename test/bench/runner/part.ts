import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Figure, parseFigures } from '../figure.ts'

/** `full` is what counts; `tiny` is the least that can be done: it shows that the part works, and its times say nothing. */
export type PartSize = 'full' | 'tiny'

/** A benchmark at each of its sizes. */
export type Part = Readonly<Record<PartSize, () => Promise<readonly Figure[]>>>

/** By name. A part is loaded where it runs: what another part imports neither slows nor breaks it. */
export type Parts = Readonly<Record<string, () => Promise<Part>>>

/** The part and its size, from the list at a URL. */
export type PartRun = { readonly list: string; readonly name: string; readonly size: PartSize }

/** The time a part may take to end once its figures are there, in milliseconds. */
const maxAfterFigures = 30_000

/** Makes a part of a benchmark, which is a function of its size, and its two sizes. */
export function partOf<Size>(
  bench: (size: Size) => Promise<readonly Figure[]>,
  sizes: Readonly<Record<PartSize, Size>>,
): Part {
  return { full: () => bench(sizes.full), tiny: () => bench(sizes.tiny) }
}

/**
 * Runs a part in a process of its own, so that neither code nor garbage of another part is in its figures.
 *
 * @throws {PartFailedError} if the part throws, ends before its figures, or gives what are not figures.
 */
export async function runPart({ list, name, size }: PartRun): Promise<readonly Figure[]> {
  // Whatever a part prints goes to the standard error: the standard output is for figures.
  const child = fork(fileURLToPath(new URL('part-child.ts', import.meta.url)), [list, name, size], {
    execPath: process.execPath,
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
    // The other way of sending makes null of NaN.
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  let part: unknown = null
  let left: NodeJS.Timeout | undefined
  let reason: string | null = null
  child.once('message', (message) => {
    part = message
    left = setTimeout(() => {
      reason = 'it left something open, which kept its process'
      child.kill('SIGKILL')
    }, maxAfterFigures)
  })
  const [code, signal] = await once(child, 'close').catch((error: Error) => {
    throw new PartFailedError(name, error.message)
  })
  clearTimeout(left)
  if (code !== 0) throw new PartFailedError(name, reason ?? signal ?? `exit code ${code}`)
  try {
    return parseFigures(part)
  } catch (error) {
    throw new PartFailedError(name, (error as Error).message)
  }
}

export class PartFailedError extends Error {
  constructor(name: string, reason: string) {
    super(`the benchmark "${name}" failed: ${reason}`)
  }
}
