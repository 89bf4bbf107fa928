import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of the projects: those with the longest files first, because one of them started last would leave a core
 * idle; those that wait for compiled contracts late; many short files at the end.
 */
const order = [
  'release',
  'shell',
  'faults',
  'bench',
  'console',
  'indexer',
  'api',
  'store',
  'oracle',
]
const last = ['fork', 'foundry', 'unit']

/** Keeps the files of a project together: a worker and what it has loaded serve one project only. */
export default class ProjectOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rankOf(a.project.name) - rankOf(b.project.name))
  }
}

function rankOf(project: string): number {
  const index = order.indexOf(project)
  return index >= 0 ? index : order.length + 1 + last.indexOf(project)
}
