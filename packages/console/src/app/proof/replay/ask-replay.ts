import { nextTask } from '../../part/next-task.ts'
import type { ReplayAnswers, ReplayQuestion, ReplayReply } from './replay-question.ts'

type ReplayAnswer = ReplayAnswers[keyof ReplayAnswers]
type ReplayPort = (question: ReplayQuestion) => Promise<ReplayAnswer>

/** Milliseconds of EVM in a page that has other work. */
const mayRunInPageMs = 5_000

let port: Promise<ReplayPort> | null = null

/**
 * Asks a question of a witness: in a thread of its own where the page is served; in slices in the page itself
 * where it opens from a disk, which may start none.
 */
export async function askReplay<Kind extends keyof ReplayAnswers>(
  question: ReplayQuestion & { readonly kind: Kind },
): Promise<ReplayAnswers[Kind]> {
  const ask = await openPort()
  return (await ask(question)) as ReplayAnswers[Kind]
}

/** Loads all that a replay needs: from then on it runs without a network. */
export async function loadReplay(): Promise<void> {
  await openPort()
}

/** Opens the port; a failed load is tried again at the next call. */
function openPort(): Promise<ReplayPort> {
  port ??= (isOffline ? openInPage() : openInThread()).catch((error: unknown) => {
    port = null
    throw error
  })
  return port
}

async function openInPage(): Promise<ReplayPort> {
  const { openReplay } = await import('./answer-replay.ts')
  const clock = () => performance.now()
  return openReplay({ mayRunMs: mayRunInPageMs, clock, pause: nextTask })
}

type OpenQuestion = {
  readonly resolve: (answer: ReplayAnswer) => void
  readonly reject: (error: unknown) => void
}

async function openInThread(): Promise<ReplayPort> {
  const [{ startWorker }, { default: url }] = await Promise.all([
    import('../../part/start-worker.ts'),
    import('./replay-worker.ts?worker&url'),
  ])
  const thread = startWorker(url)
  const waiting = new Map<number, OpenQuestion>()
  let count = 0
  await new Promise<void>((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<ReplayReply>) => {
      if (data.kind === 'ready') resolve()
      else settle(data, waiting)
    }
    thread.onerror = () => {
      const error = new Error('The thread that replays simulations stopped. Load the page again.')
      reject(error)
      for (const entry of waiting.values()) entry.reject(error)
      waiting.clear()
      port = null
    }
  })
  return (question) => {
    const id = ++count
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      thread.postMessage({ id, question })
    })
  }
}

function settle(
  reply: Exclude<ReplayReply, { kind: 'ready' }>,
  waiting: Map<number, OpenQuestion>,
): void {
  const entry = waiting.get(reply.id)
  waiting.delete(reply.id)
  if (reply.kind === 'answer') entry?.resolve(reply.answer)
  else {
    const { message, code } = reply
    entry?.reject(Object.assign(new Error(message), code === null ? {} : { code }))
  }
}
