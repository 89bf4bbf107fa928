import type { Leaf } from '@vaultwright/manager'
import type { QuestionOf, TreeAnswers } from './question.ts'
import { remoteFailure, type WorkerQuestion, type WorkerReply } from './worker-message.ts'

/** Asks questions of trees, away from what the page shows. */
export type TreeAnalysis = {
  readonly ask: <Kind extends keyof TreeAnswers>(
    question: QuestionOf<Kind>,
    report?: (share: number) => void,
  ) => Promise<TreeAnswers[Kind]>
  /** Ends what is being worked on, and forgets the trees. */
  readonly close: () => void
}

/** Starts an analysis: in a worker where the page is served, in slices where it opens from a disk. */
export function startAnalysis(): TreeAnalysis {
  return isOffline ? slicedAnalysis() : workerAnalysis()
}

/** A page from a disk may start no worker: the same code runs here, in slices. */
function slicedAnalysis(): TreeAnalysis {
  const modules = Promise.all([import('./answer.ts'), import('./slice.ts')])
  const state = modules.then(([{ emptyState }]) => emptyState())
  return {
    ask: async (question, report = () => {}) => {
      const [{ answerQuestion }, { runInSlices }] = await modules
      return answerQuestion(question, await state, { finish: runInSlices, report })
    },
    close: () =>
      void state.then((trees) => {
        for (const entries of Object.values(trees)) entries.clear()
      }),
  }
}

type Waiting = {
  readonly resolve: (answer: never) => void
  readonly reject: (error: unknown) => void
  readonly report: (share: number) => void
  readonly leaves: Leaf[]
}

function workerAnalysis(): TreeAnalysis {
  const waiting = new Map<number, Waiting>()
  let worker: Promise<Worker> | null = null
  let count = 0
  const fail = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = async () => {
    const [{ startWorker }, { default: url }] = await Promise.all([
      import('../../part/start-worker.ts'),
      import('./tree-worker.ts?worker&url'),
    ])
    const started = startWorker(url)
    started.onmessage = ({ data }: MessageEvent<WorkerReply>) => settle(data, waiting)
    started.onerror = () =>
      fail(new Error('The thread that reads trees stopped. Load the page again.'))
    return started
  }
  return {
    ask: (question, report = () => {}) => {
      worker ??= start()
      const id = ++count
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, report, leaves: [] })
        worker!.then(
          (started) => started.postMessage({ id, question } satisfies WorkerQuestion),
          reject,
        )
      })
    },
    close: () => {
      fail(new Error('The tree was closed.'))
      void worker?.then((started) => started.terminate())
      worker = null
    },
  }
}

function settle(reply: WorkerReply, waiting: Map<number, Waiting>): void {
  const entry = waiting.get(reply.id)
  if (entry === undefined) return
  if (reply.kind === 'progress') entry.report(reply.share)
  else if (reply.kind === 'leaves') for (const leaf of reply.leaves) entry.leaves.push(leaf)
  else {
    waiting.delete(reply.id)
    if (reply.kind === 'answer') entry.resolve(answerOf(reply.answer, entry.leaves) as never)
    else entry.reject(remoteFailure(reply.message, reply.code))
  }
}

/** An opened tree comes without its leaves: they came before it. */
function answerOf(answer: TreeAnswers[keyof TreeAnswers], leaves: readonly Leaf[]) {
  const isTree = typeof answer === 'object' && answer !== null && 'tree' in answer
  return isTree ? { ...answer, tree: { ...answer.tree, leaves } } : answer
}
