import { BaseError } from '@vaultwright/base'
import { openReplay } from './answer-replay.ts'
import type { ReplayQuestion, ReplayReply } from './replay-question.ts'

/** Milliseconds of EVM: nothing waits for this thread but its one page. */
const answer = openReplay({ mayRunMs: 20_000, clock: () => performance.now() })

addEventListener('message', ({ data }: MessageEvent<{ id: number; question: ReplayQuestion }>) => {
  void reply(data.id, data.question)
})

async function reply(id: number, question: ReplayQuestion): Promise<void> {
  try {
    post({ id, kind: 'answer', answer: await answer(question) })
  } catch (error) {
    const message = error instanceof BaseError ? error.shortMessage : String(error)
    const code = error instanceof BaseError ? error.code : null
    post({ id, kind: 'failure', message, code })
  }
}

function post(message: ReplayReply): void {
  postMessage(message)
}

post({ kind: 'ready' })
