import { parentPort } from 'node:worker_threads'
import type { checkStoredControl } from './control-task.ts'
import type { readDefinition } from './definition-task.ts'
import type { readVaultFacts } from './facts-task.ts'
import type { readSwapRules } from './swap-task.ts'
import { failureOf, type ThreadOutcome } from './thread-failure.ts'
import type { printTreeDiff, printTreeRisk } from './tree-review.ts'
import type { compareTrees, printTree, readTreeBody } from './tree-task.ts'

/** The request to a thread. */
export type ThreadRequest = { readonly name: WorkerTaskName; readonly input: unknown }

/** The message of a thread once it has loaded the needs of a task: its time runs from then on. */
export const threadBegan = 'began'

const port = parentPort

port?.on('message', async ({ name, input }: ThreadRequest) => {
  try {
    const task = await load(name)
    port.postMessage(threadBegan)
    const value = task(input)
    const transfer = value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []
    port.postMessage({ ok: true, value } satisfies ThreadOutcome<unknown>, transfer)
  } catch (error) {
    port.postMessage({ ok: false, failure: failureOf(error) } satisfies ThreadOutcome<unknown>)
  }
})

/** The tasks of threads. */
export type WorkerTaskName = keyof WorkerTasks

/** The input and output of each task: values that can be copied. */
export type WorkerTask = {
  readonly [Name in WorkerTaskName]: {
    readonly input: Parameters<WorkerTasks[Name]>[0]
    readonly output: ReturnType<WorkerTasks[Name]>
  }
}

/** A thread that reads trees never loads what definitions need. */
async function load(name: WorkerTaskName): Promise<(input: unknown) => unknown> {
  switch (name) {
    case 'readDefinition': {
      const { readDefinition } = await import('./definition-task.ts')
      return (input) => readDefinition(input as WorkerTask['readDefinition']['input'])
    }
    case 'checkControl': {
      const { checkStoredControl } = await import('./control-task.ts')
      return (input) => checkStoredControl(input as WorkerTask['checkControl']['input'])
    }
    case 'readVaultFacts': {
      const { readVaultFacts } = await import('./facts-task.ts')
      return (input) => readVaultFacts(input as WorkerTask['readVaultFacts']['input'])
    }
    case 'readSwapRules': {
      const { readSwapRules } = await import('./swap-task.ts')
      return (input) => readSwapRules(input as WorkerTask['readSwapRules']['input'])
    }
    case 'readTreeBody': {
      const { readTreeBody } = await import('./tree-task.ts')
      return (input) => readTreeBody(input as WorkerTask['readTreeBody']['input'])
    }
    case 'printTree': {
      const { printTree } = await import('./tree-task.ts')
      return (input) => printTree(input as WorkerTask['printTree']['input'])
    }
    case 'compareTrees': {
      const { compareTrees } = await import('./tree-task.ts')
      return (input) => compareTrees(input as WorkerTask['compareTrees']['input'])
    }
    case 'printTreeRisk': {
      const { printTreeRisk } = await import('./tree-review.ts')
      return (input) => printTreeRisk(input as WorkerTask['printTreeRisk']['input'])
    }
    case 'printTreeDiff': {
      const { printTreeDiff } = await import('./tree-review.ts')
      return (input) => printTreeDiff(input as WorkerTask['printTreeDiff']['input'])
    }
  }
}

type WorkerTasks = {
  readonly checkControl: typeof checkStoredControl
  readonly readDefinition: typeof readDefinition
  readonly readVaultFacts: typeof readVaultFacts
  readonly readSwapRules: typeof readSwapRules
  readonly readTreeBody: typeof readTreeBody
  readonly printTree: typeof printTree
  readonly compareTrees: typeof compareTrees
  readonly printTreeRisk: typeof printTreeRisk
  readonly printTreeDiff: typeof printTreeDiff
}
