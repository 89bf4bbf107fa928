import type { Steps } from '@vaultwright/base'
import { nextTask } from '../../part/next-task.ts'

/** Milliseconds of work between two looks at what a person does. */
const sliceMs = 12

/** Runs steps in slices: the page answers between two of them. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
    await nextTask()
  }
}
