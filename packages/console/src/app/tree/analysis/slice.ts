import type { Steps } from '@vaultwright/base'

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

/** Waits until the page did what is due: a message comes after it, and without a timer's delay. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
