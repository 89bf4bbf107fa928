import { BaseError, finishSteps, type Steps } from '@vaultwright/base'
import { answerQuestion, emptyState } from './answer.ts'
import type { QuestionOf, TreeAnswers } from './question.ts'
import { leavesOfMessage, type WorkerQuestion, type WorkerReply } from './worker-message.ts'

const state = emptyState()

addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void reply(data)
})

async function reply({ id, question }: WorkerQuestion): Promise<void> {
  let shown = 0
  const report = (share: number) => {
    if (share - shown < 0.02) return
    shown = share
    post({ id, kind: 'progress', share })
  }
  try {
    const finish = async <Result>(steps: Steps<Result>) => finishSteps(steps)
    const answer = await answerQuestion(question as QuestionOf<keyof TreeAnswers>, state, {
      finish,
      report,
    })
    if (question.kind === 'open') postTree(id, answer as TreeAnswers['open'])
    else post({ id, kind: 'answer', answer })
  } catch (error) {
    const message = error instanceof BaseError ? error.shortMessage : String(error)
    const code = error instanceof BaseError ? error.code : null
    post({ id, kind: 'failure', message, code })
  }
}

/** The leaves go in batches, so that no message makes the page pause. */
function postTree(id: number, file: TreeAnswers['open']): void {
  const { leaves } = file.tree
  for (let from = 0; from < leaves.length; from += leavesOfMessage) {
    post({ id, kind: 'leaves', leaves: leaves.slice(from, from + leavesOfMessage) })
  }
  post({ id, kind: 'answer', answer: { ...file, tree: { ...file.tree, leaves: [] } } })
}

function post(message: WorkerReply): void {
  postMessage(message)
}
