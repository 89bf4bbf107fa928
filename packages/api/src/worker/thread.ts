import { parentPort } from 'node:worker_threads'
import type { Task, TaskName } from './task.ts'
import { failureOf, type Outcome } from './thread-failure.ts'

/** What a thread is asked. */
export type ThreadRequest = { readonly name: TaskName; readonly input: unknown }

/** What a thread says once it has loaded what a task needs: its time runs from then on. */
export const began = 'began'

const port = parentPort

port?.on('message', async ({ name, input }: ThreadRequest) => {
  try {
    const task = await load(name)
    port.postMessage(began)
    const value = task(input)
    const transfer = value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []
    port.postMessage({ ok: true, value } satisfies Outcome<unknown>, transfer)
  } catch (error) {
    port.postMessage({ ok: false, failure: failureOf(error) } satisfies Outcome<unknown>)
  }
})

/** A thread that reads trees never loads what definitions need. */
async function load(name: TaskName): Promise<(input: unknown) => unknown> {
  switch (name) {
    case 'readDefinition': {
      const { readDefinition } = await import('./definition-task.ts')
      return (input) => readDefinition(input as Task['readDefinition']['input'])
    }
    case 'readKnowledge': {
      const { readKnowledge } = await import('./knowledge-task.ts')
      return (input) => readKnowledge(input as Task['readKnowledge']['input'])
    }
    case 'readTreeBody': {
      const { readTreeBody } = await import('./tree-task.ts')
      return (input) => readTreeBody(input as Task['readTreeBody']['input'])
    }
    case 'printTree': {
      const { printTree } = await import('./tree-task.ts')
      return (input) => printTree(input as Task['printTree']['input'])
    }
    case 'compareTrees': {
      const { compareTrees } = await import('./tree-task.ts')
      return (input) => compareTrees(input as Task['compareTrees']['input'])
    }
  }
}
