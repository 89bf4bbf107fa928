import type { readDefinition } from './definition-task.ts'
import type { readKnowledge } from './knowledge-task.ts'
import type { compareTrees, printTree, readTreeBody } from './tree-task.ts'

type WorkerTasks = {
  readonly readDefinition: typeof readDefinition
  readonly readKnowledge: typeof readKnowledge
  readonly readTreeBody: typeof readTreeBody
  readonly printTree: typeof printTree
  readonly compareTrees: typeof compareTrees
}

/** What threads do. */
export type WorkerTaskName = keyof WorkerTasks

/** What each task is given and gives: values that can be copied. */
export type WorkerTask = {
  readonly [Name in WorkerTaskName]: {
    readonly input: Parameters<WorkerTasks[Name]>[0]
    readonly output: ReturnType<WorkerTasks[Name]>
  }
}
