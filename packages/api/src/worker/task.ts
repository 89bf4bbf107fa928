import type { readDefinition } from './definition-task.ts'
import type { readKnowledge } from './knowledge-task.ts'
import type { compareTrees, printTree, readTreeBody } from './tree-task.ts'

type Tasks = {
  readonly readDefinition: typeof readDefinition
  readonly readKnowledge: typeof readKnowledge
  readonly readTreeBody: typeof readTreeBody
  readonly printTree: typeof printTree
  readonly compareTrees: typeof compareTrees
}

/** What threads do. */
export type TaskName = keyof Tasks

/** What each task is given and gives: values that can be copied. */
export type Task = {
  readonly [Name in TaskName]: {
    readonly input: Parameters<Tasks[Name]>[0]
    readonly output: ReturnType<Tasks[Name]>
  }
}
