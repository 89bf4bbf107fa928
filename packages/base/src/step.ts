/** Work in steps of no more than some milliseconds each: its caller may do something else between two. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/**
 * Runs all steps at once.
 *
 * @throws what a step throws.
 */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
